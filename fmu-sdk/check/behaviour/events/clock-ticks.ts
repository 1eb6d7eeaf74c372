import type { Variable } from '../../../description/description.ts';
import { status } from '../../../host/instance/fmi-api.ts';
import type { Defect } from '../../defect.ts';
import type { Probe, Value } from '../fmu-probe.ts';
import { RuleSkipped } from '../rule-skipped.ts';
import { changed, getInterval, isPeriodic, needsIntervalRequest, notYetKnown } from './clock-intervals.ts';
import { clockVariables } from './event-support.ts';

/** Limit of clocks to check, and of variables of each clock. FMUs may have a million. */
const most = 40;

/** Clocks that ticked at one time, and the values that were readable then. */
export interface Tick {
  time: number;
  /** Values by name: variables of the clocks that ticked, and outputs without a clock. */
  values: Map<string, Value[]>;
  /** Clocks that are active where they must not be any more. */
  stillActive: string[];
  /** Output clocks that a partition has activated without a word, where that is looked at. */
  unannounced: string[];
}

/**
 * Lets the clocks of an FMU tick at communication points, as an importer does: in Event Mode or as
 * model partitions. Periodic clocks tick when they are due, countdown and changing clocks when
 * their interval has passed. Triggered clocks tick at every third point.
 */
export class TickSimulator {
  private readonly inputs: readonly Variable[];
  private readonly outputs: readonly Variable[];
  private readonly intervalClocks: readonly Variable[];
  /**
   * Next tick of each clock [s], by value reference. Clocks without a known interval are absent.
   */
  private due = new Map<number, number>();
  private intervals = new Map<number, number>();
  private points = 0;
  /** Defects of the intervals that the FMU returned. */
  readonly faults: Defect[] = [];

  /**
   * @param pollsOutputClocks reads output clocks after every partition, even if the FMU has not called
   * clockUpdate.
   */
  constructor(
    private readonly probe: Probe,
    private readonly pollsOutputClocks = false,
  ) {
    const clocks = clockVariables(probe.target).slice(0, most);
    const order = (v: Variable): number => v.priority ?? 0;
    this.inputs = clocks.filter((v) => v.causality === 'input').sort((a, b) => order(a) - order(b));
    this.outputs = clocks.filter((v) => v.causality !== 'input');
    this.intervalClocks = this.inputs.filter(needsIntervalRequest);
  }

  /** Leaves Initialization Mode and enters the state in which clocks tick. */
  start(): void {
    const { probe } = this;
    for (const clock of this.inputs) {
      if (clock.intervalDecimal === undefined || needsIntervalRequest(clock)) continue;
      this.intervals.set(clock.valueReference, clock.intervalDecimal);
      this.due.set(clock.valueReference, probe.time + (clock.shiftDecimal ?? 0));
    }
    this.ask(true);
    probe.leaveInitialization(this.scheduled ? 'clockActivation' : 'event');
  }

  /** Remembers the current position, to which `goBack` returns together with an FMU state. */
  mark(): () => void {
    const { due, intervals, points, probe } = this;
    const [savedDue, time] = [new Map(due), probe.time];
    return () => {
      this.due = new Map(savedDue);
      this.intervals = new Map(intervals);
      this.points = points;
      probe.restoreTime(time);
    };
  }

  /** Advances to the next point and lets the due clocks tick. The first point is the start time. */
  next(watch?: (ticking: readonly Variable[]) => void): Tick {
    const { probe } = this;
    if (this.points++ > 0) this.advance();
    const now = probe.time + 1e-9 * probe.stepSize;
    const ticking = this.inputs.filter(({ valueReference: r, intervalVariability }) =>
      intervalVariability === 'triggered' ? this.points % 3 === 0 : (this.due.get(r) ?? Infinity) <= now,
    );
    for (const { valueReference: r } of ticking) this.plan(r);
    const tick: Tick = { time: probe.time, values: new Map(), stillActive: [], unannounced: [] };
    if (this.scheduled) this.partitions(ticking, tick, watch);
    else this.event(ticking, tick, watch);
    return tick;
  }

  private get scheduled(): boolean {
    return this.probe.target.kind === 'scheduledExecution';
  }

  /**
   * Returns a step [s] at which every clock ticks when it is due, if the FMU leaves the step to its
   * importer.
   */
  private get step(): number {
    const { stepSize, target } = this.probe;
    const { canHandleVariableCommunicationStepSize: variable } = target.description.coSimulation ?? {};
    return target.kind === 'coSimulation' && !variable
      ? stepSize
      : Math.min(stepSize, ...[...this.intervals.values()].filter((h) => h > 0));
  }

  private advance(): void {
    const { probe } = this;
    if (this.scheduled) probe.time += this.step;
    else {
      probe.advance(this.step);
      probe.requireCall('enterEventMode');
    }
  }

  /** Plans the next ticks of periodic clocks after a tick. Other clocks announce theirs. */
  private plan(reference: number): void {
    const interval = this.intervals.get(reference);
    const now = this.due.get(reference);
    if (interval === undefined || now === undefined) this.due.delete(reference);
    else this.due.set(reference, now + interval);
  }

  private partitions(
    ticking: readonly Variable[],
    tick: Tick,
    watch?: (t: readonly Variable[]) => void,
  ): void {
    const { probe } = this;
    for (const clock of ticking) {
      probe.expect(
        probe.query('activateModelPartition', `${clock.name}, ${probe.time}`, (c) =>
          c.activateModelPartition(clock.valueReference, probe.time),
        ),
        'activateModelPartition',
      );
      watch?.([clock]);
      this.look([clock], tick.values);
      if (probe.calls.takeClockUpdate()) this.collect(tick);
      else if (this.pollsOutputClocks) tick.unannounced.push(...this.activeOf(this.outputs));
    }
  }

  private event(ticking: readonly Variable[], tick: Tick, watch?: (t: readonly Variable[]) => void): void {
    const { probe } = this;
    for (const clock of ticking) probe.expect(probe.write(clock, [1]), 'setClock');
    watch?.(ticking);
    this.look(ticking, tick.values);
    for (const clock of this.outputs.filter((v) => v.causality === 'output')) this.record(clock, tick.values);
    probe.settleEvents();
    tick.stillActive.push(...this.activeOf([...ticking, ...this.outputs]));
    this.ask(false, tick.values, ticking);
    probe.requireCall(probe.target.kind === 'modelExchange' ? 'enterContinuousTimeMode' : 'enterStepMode');
  }

  /** Reads the variables of ticking clocks, and outputs without a clock. */
  private look(ticking: readonly Variable[], values: Tick['values']): void {
    const references = new Set(ticking.map((v) => v.valueReference));
    const { variables } = this.probe.description;
    const recordedVariables = variables.filter(
      (v) =>
        v.type !== 'Clock' &&
        (v.clocks === undefined || v.clocks.length === 0
          ? v.causality === 'output'
          : v.clocks.some((r) => references.has(r))),
    );
    for (const variable of recordedVariables.slice(0, most)) this.record(variable, values);
  }

  private record(variable: Variable, values: Tick['values']): void {
    const got = this.probe.read(variable);
    this.probe.expect(got.status, `get${variable.type}`);
    values.set(variable.name, got.values);
  }

  /** Reads the data that an FMU announces with clockUpdate. */
  private collect(tick: Tick): void {
    for (const clock of this.outputs) this.record(clock, tick.values);
    tick.stillActive.push(...this.activeOf(this.outputs));
    this.ask(false, tick.values);
  }

  /** Returns the names of the active clocks. */
  private activeOf(clocks: readonly Variable[]): string[] {
    const active = clocks.filter((clock) => {
      const got = this.probe.read(clock);
      return got.status <= status.warning && Number(got.values[0]) !== 0;
    });
    return active.map(({ name }) => name);
  }

  /**
   * Gets intervals: at first those of all clocks that require it, later those of countdown clocks
   * and of changing and fixed clocks that ticked.
   */
  private ask(first: boolean, values?: Tick['values'], ticking: readonly Variable[] = []): void {
    const { probe } = this;
    const wanted = this.intervalClocks.filter(
      (v) =>
        first ||
        v.intervalVariability === 'countdown' ||
        (/^(?:changing|fixed)$/.test(v.intervalVariability ?? '') && ticking.includes(v)),
    );
    for (const clock of wanted) {
      const { valueReference: r, name } = clock;
      const answer = getInterval(probe, clock);
      this.faults.push(...answer.faults);
      const { interval, qualifier } = answer;
      values?.set(`interval of ${name}`, qualifier === notYetKnown ? [qualifier] : [qualifier, interval]);
      if (!first && clock.intervalVariability === 'fixed') this.requireFixed(clock, interval);
      else if (isPeriodic(clock)) {
        this.intervals.set(r, interval);
        this.due.set(r, probe.time + this.shift(clock));
      } else if (qualifier === changed) this.due.set(r, probe.time + interval);
    }
  }

  /** The interval of a fixed clock does not change after the initialization (FMI 3.0.2, 2.2.8.4). */
  private requireFixed({ name, valueReference }: Variable, interval: number): void {
    const known = this.intervals.get(valueReference);
    if (known === undefined || Math.abs(interval - known) <= 1e-9 * known) return;
    this.faults.push({
      message: `The interval of the fixed clock "${name}" changes at ${this.probe.time} s.`,
      value: `${interval} s`,
      expected: `${known} s`,
    });
  }

  private shift(clock: Variable): number {
    const got = this.probe.query('getShift', clock.name, (c) =>
      c.getShift(Uint32Array.of(clock.valueReference)),
    );
    return got.status <= status.warning ? got.shifts[0] : 0;
  }
}

/** An FMU in Initialization Mode whose clocks will tick. */
export function tickerOf(probe: Probe, pollsOutputClocks = false): TickSimulator {
  if (clockVariables(probe.target).every((v) => v.causality !== 'input'))
    throw new RuleSkipped('the FMU does not have input clocks');
  const events = probe.target.kind === 'coSimulation' ? { eventModeUsed: true } : {};
  probe.reach('initialization', events);
  return started(probe, pollsOutputClocks);
}

/** Returns the ticker of an instance after a reset. */
export function beginTicks(probe: Probe): TickSimulator {
  probe.goToPhase('initialization');
  return started(probe);
}

function started(probe: Probe, pollsOutputClocks = false): TickSimulator {
  const ticker = new TickSimulator(probe, pollsOutputClocks);
  ticker.start();
  return ticker;
}

/** Returns the next `count` ticks. */
export function nextTicks(ticker: TickSimulator, count: number): Tick[] {
  return Array.from({ length: count }, () => ticker.next());
}

/** Why a rule on ticking clocks does not speak of a target. */
export function withInputClocks(target: Probe['target']): string | undefined {
  if (!clockVariables(target).some((v) => v.causality === 'input'))
    return 'the FMU does not have input clocks';
  return target.kind === 'coSimulation' && !target.description.coSimulation?.hasEventMode
    ? 'the FMU does not support Event Mode'
    : undefined;
}
