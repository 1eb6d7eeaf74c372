/** A fault that is put into the product: text of a file, and what replaces it. */
export interface Mutant {
  readonly name: string;
  readonly fault: string;
  readonly file: string;
  readonly text: string;
  readonly instead: string;
  /** The cases run by the exported unit in TypeScript, which contains the file. */
  readonly isWritten: boolean;
}

const author = 'fmu-sdk/author/';
const driver = 'fmu-sdk/host/fmi-driver/';
const eventMode = `${driver}events/event-mode.ts`;
const clocks = `${driver}events/clock-schedule.ts`;
const exchange = `${driver}model-exchange.ts`;
const coSimulation = `${driver}co-simulation.ts`;
const session = 'master/run/loop/session.ts';
const driven = 'master/coupling/transfer/driven-elements.ts';
const columns = 'master/system/inputs/input-columns.ts';
const unitInputs = 'master/coupling/transfer/unit-inputs.ts';

const all: readonly [name: string, fault: string, file: string, text: string, instead: string][] = [
  // Information of an event.
  [
    ...(['forgets-next-time', 'a pass forgets the next time event of the pass before'] as const),
    ...([eventMode, "this.expect(calls.call({ op: 'updateDiscreteStates' })"] as const),
    "r[io.nextEventTimeDefined] = 0;\n      this.expect(calls.call({ op: 'updateDiscreteStates' })",
  ],
  [
    ...(['keeps-next-time', 'an event without a next time event keeps the one before'] as const),
    ...([eventMode, 'r[io.nextEventTime] : Infinity;', 'r[io.nextEventTime] : this.nextEventTime;'] as const),
  ],
  [
    ...(['one-pass', 'an event has one pass'] as const),
    ...([eventMode, 'while (r[io.newDiscreteStatesNeeded] !== 0', 'while (passes < 1'] as const),
  ],
  // Clocks.
  [
    ...(['interval-without-qualifier', 'an interval counts whatever its qualifier'] as const),
    ...([
      clocks,
      'if (qualifier === changed || clock.interval === Infinity)',
      'if (qualifier >= 0)',
    ] as const),
  ],
  [
    ...(['countdown-without-qualifier', 'a countdown interval counts whatever its qualifier'] as const),
    ...([clocks, 'if (qualifiers[0] !== changed) continue;', ''] as const),
  ],
  [
    ...(['tunable-loses-phase', 'a new interval of a tunable Clock counts from the change'] as const),
    ...([clocks, 'sumOf(last, clock.interval', 'sumOf(t, clock.interval'] as const),
  ],
  [
    ...(['tunable-loses-tick', 'a tunable Clock that is set at a tick loses the tick'] as const),
    ...([clocks, 'Number.isNaN(last) || next <= t + near;', 'Number.isNaN(last);'] as const),
  ],
  [
    ...(['ticks-drift', 'ticks are not rounded to decimals'] as const),
    ...([clocks, 'sumOf(origin, ticks * interval, places)', 'origin + ticks * interval'] as const),
  ],
  [
    ...(['no-shift', 'the shift of a Clock is ignored'] as const),
    ...([clocks, 'sumOf(t, shift,', 'sumOf(t, clock.interval,'] as const),
  ],
  [
    ...(['ticks-late', 'a tick that is due within rounding waits for an event of its own'] as const),
    ...([eventMode, 'clock.next <= t + near;', 'clock.next <= t;'] as const),
  ],
  [
    ...(['ticks-stay', 'a countdown Clock ticks again after its tick'] as const),
    ...([
      clocks,
      "      case 'countdown':\n        clock.next = Infinity;",
      "      case 'countdown':\n        clock.next += 0.01;",
    ] as const),
  ],
  [
    ...(['clocked-input-lost', 'a tick does not set the inputs of its Clock'] as const),
    ...([
      eventMode,
      'inputs: groupsOf(calls, exchange.watched.clockedInput.filter(belongs(clock))),',
      'inputs: groupsOf(calls, exchange.watched.clockedInput.filter(() => false)),',
    ] as const),
  ],
  // One instant.
  [
    ...(['no-instant', 'times are one instant only if they are equal'] as const),
    ...(['fmu-sdk/util/time/same-time.ts', 'const rounding = 1e-12;', 'const rounding = 0;'] as const),
  ],
  [
    ...(['wide-instant', 'times a few microseconds apart are one instant'] as const),
    ...(['fmu-sdk/util/time/same-time.ts', 'const rounding = 1e-12;', 'const rounding = 3e-5;'] as const),
  ],
  [
    ...(['old-inputs-at-end', 'an event at the end of a step has the inputs of its beginning'] as const),
    ...([exchange, '        this.halt(end, true);\n        break;', ''] as const),
  ],
  [
    ...(['early-time', 'a unit is told a time before its time event'] as const),
    ...([exchange, 'integration.skipTo(due);', ';'] as const),
  ],
  [
    ...(['told-difference', 'a unit is told t₂ − t₁ instead of the nominal step'] as const),
    ...([`${driver}fmi-driver.ts`, 'return isNominal ? nominalStep : H;', 'return H;'] as const),
  ],
  [
    ...([
      'rows-go-back',
      'events at communication points have the rounded sum as time, their rows the decimal',
    ] as const),
    ...([
      session,
      '=== true)) observers.event(this.displayTime());',
      '=== true)) observers.event(system.startTime + Math.round((t - system.startTime) / system.step) * system.step);',
    ] as const),
  ],
  [
    ...(['row-with-new-inputs', 'the row before an event shows inputs from after it'] as const),
    ...([
      session,
      'if (this.showsEvents && (isJump || points.waits?.(t) === true)) observers.event(this.displayTime());\n    inputs.set(t, system.step);',
      'inputs.set(t, system.step);\n    if (this.showsEvents && (isJump || points.waits?.(t) === true)) observers.event(this.displayTime());',
    ] as const),
  ],
  [
    ...(['no-point-events', 'events at communication points wait for the next step'] as const),
    ...([session, 'points.handle?.(t, inputs.jumped);', ''] as const),
  ],
  // Integration.
  [
    ...(['restarts-always', 'an event that changes nothing restarts the integration'] as const),
    ...([exchange, 'else integration.afterEvent();', 'else integration.restart();'] as const),
  ],
  [
    ...(['restarts-never', 'an event that changes derivatives does not restart the integration'] as const),
    ...([exchange, 'else integration.afterEvent();', ''] as const),
  ],
  // Inputs.
  [
    ...(['inputs-held', 'continuous inputs are not interpolated'] as const),
    ...([driven, 'return values[row] + share *', 'return values[row] + 0 * share *'] as const),
  ],
  [
    ...(['inputs-late', 'discrete inputs take a row one step late'] as const),
    ...([
      driven,
      'this.view[this.at] = this.values[this.rows.find(t + slack)];',
      'this.view[this.at] = this.values[this.rows.find(t - _H)];',
    ] as const),
  ],
  [
    ...(['no-input-ticks', 'ticks of an input file are lost'] as const),
    ...([driven, 'if (row >= 0 && row === this.ticked) return;', 'return;'] as const),
  ],
  [
    ...(['continuous-limit', 'the secant of an input ends at the value after a jump'] as const),
    ...([driven, 'times[row + 1] < t - slack) row++;', 'times[row + 1] <= t + slack) row++;'] as const),
  ],
  [
    ...(['rows-between-ignored', 'rows of a file between communication points are ignored'] as const),
    ...([unitInputs, 'return this.stops.some((time) => this.isInside(time));', 'return false;'] as const),
  ],
  [
    ...(['slope-before-value', 'derivatives of inputs are set before the inputs'] as const),
    ...([
      `${driver}variables/step-calls.ts`,
      'this.setAnswer = this.set();',
      'derivatives.set(tau);\n      this.setAnswer = this.set();\n      return true;',
    ] as const),
  ],
  [
    ...([
      'inputs-held-at-events',
      'an event inside a step has the inputs of the communication point',
    ] as const),
    ...([driven, 'if (slot < 0) view[at] = this.interpolate(this.rows.find(t), t);', ''] as const),
  ],
  // Co-simulation.
  [
    ...(['early-return-ignored', 'an early return counts as the whole step'] as const),
    ...([coSimulation, 'return r[io.early] === 0 ? to : this.reached(from, to);', 'return to;'] as const),
  ],
  [
    ...(['steps-over-events', 'steps pass the next time event'] as const),
    ...([coSimulation, 'this.isVariable ? this.events.next() : tick', 'tick'] as const),
  ],
  [
    ...(['no-event-needed', 'a unit that asks for Event Mode at the end of a step does not get it'] as const),
    ...([coSimulation, 'this.waiting = r[io.eventNeeded] !== 0;', 'this.waiting = false;'] as const),
  ],
  // Structural parameters.
  [
    ...(['no-configuration', 'structural parameters do not reach the unit'] as const),
    ...([`${driver}start-instance.ts`, 'if (changed.length === 0) return;', 'return;'] as const),
  ],
  [
    ...(['void-starts', 'void start values are written over those of the unit'] as const),
    ...([
      `${driver}start-instance.ts`,
      'readUnknown(calls, memory, open, expect);\n  setOnce(calls, partly.filter',
      'setOnce(calls, open.filter',
    ] as const),
  ],
  [
    ...(['old-dimensions', 'the index of an element is taken in the dimensions before a resize'] as const),
    ...([
      'master/system/element-values.ts',
      'const changed = resizedBy(description, knownValues(names, parameters));',
      'const changed = description;',
    ] as const),
  ],
  [
    ...(['void-equals', 'values equal to void start values are not handed over'] as const),
    ...([
      `${driver}variables/variable-memory.ts`,
      'start[offset + i]) || this.isGiven(slot, i)) return true;',
      'start[offset + i])) return true;',
    ] as const),
  ],
  // Names of columns.
  [
    ...(['no-aliases', 'columns do not have other names of inputs'] as const),
    ...([
      columns,
      'if (!isDrivable(variable)) continue;',
      'if (!isDrivable(variable) || name !== variable.name) continue;',
    ] as const),
  ],
  [
    ...(['no-connectors', 'inputs of the outermost system cannot be driven'] as const),
    ...([
      columns,
      'if (feeds !== undefined) return feeds',
      'if (feeds?.length === -1) return feeds',
    ] as const),
  ],
  [
    ...(['connector-unconverted', 'inputs of the outermost system are not converted'] as const),
    ...([
      'master/system/inputs/connector-feeds.ts',
      'x === undefined ? value : factor * x + offset',
      'x === undefined ? value : x',
    ] as const),
  ],
  // Texts.
  [
    ...(['text-late', 'a change of a text waits for another event'] as const),
    ...([
      driven,
      'return this.passed >= 0 && row !== this.passed && !equalBytes(',
      'return this.passed < -1 && row !== this.passed && !equalBytes(',
    ] as const),
  ],
  [
    ...(['text-once', 'a text keeps its first value'] as const),
    ...([
      driven,
      'const isNew = this.passed < 0 || !equalBytes(',
      'const isNew = this.passed < 0 || equalBytes(',
    ] as const),
  ],
  [
    ...(['text-parameter', 'a text parameter keeps its described value'] as const),
    ...([
      'master/run/instances/apply-start-values.ts',
      'if (x !== undefined) instance.setBytes(',
      "if (x !== undefined && variable.causality === 'input') instance.setBytes(",
    ] as const),
  ],
  [
    ...(['dimension-zero', 'a dimension of 0 is refused'] as const),
    ...([
      'master/system/checks/check-units.ts',
      'if (elements <= elementLimit) continue;',
      'if (elementCount(variable) > 0 && elements <= elementLimit) continue;',
    ] as const),
  ],
  [
    ...(['no-start-values', 'arrays that were given values keep those of the unit'] as const),
    ...([
      `${driver}start-instance.ts`,
      '(slot) => isSettable(slot) && memory.changed(slot)',
      '(slot) => slot.length === 1 && isSettable(slot) && memory.changed(slot)',
    ] as const),
  ],
  [
    ...(['clocked-row-is-event', 'a clocked input that changes without a tick is an event'] as const),
    ...([driven, 'if (this.isClocked) return false;\n    const', 'const'] as const),
  ],
  [
    ...(['clocked-row-inside', 'a clocked input that changes inside a step is an event'] as const),
    ...([unitInputs, 'filter(({ isClocked }) => isClocked !== true)', 'filter(() => true)'] as const),
  ],
  // Exported units without Event Mode.
  [
    ...(['unseen-discretes', 'an exported unit does not see changed discrete inputs as events'] as const),
    ...([`${author}unit-events.ts`, ' || unit.discretesChanged()', ''] as const),
  ],
  [
    ...(['endless-discretes', 'an exported unit keeps the first discrete inputs'] as const),
    ...([
      `${author}unit-events.ts`,
      'unit.timeEvent = false;\n    unit.keepDiscretes();',
      'unit.timeEvent = false;',
    ] as const),
  ],
  [
    ...([
      'event-at-end',
      'an exported unit handles an event at the end of a step with its old inputs',
    ] as const),
    ...([
      `${author}run-unit.ts`,
      'if (!stopped && to == end) return true;',
      'if (!stopped && to == end) {\n        unit.time = end;\n        this.events.handle();\n        return true;\n      }',
    ] as const),
  ],
];

/** Faults that the random cases must find. */
export const mutants: readonly Mutant[] = all.map(([name, fault, file, text, instead]) => ({
  ...{ name, fault, file, text, instead },
  isWritten: file.startsWith(author),
}));
