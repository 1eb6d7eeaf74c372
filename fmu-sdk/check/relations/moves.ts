import type { Variable } from '../../description/description.ts';
import type { io } from '../../host/instance/fmi-api.ts';
import { importerSetsInterval, needsIntervalRequest } from '../behaviour/events/clock-intervals.ts';
import { derivativePairs, withDirectional } from '../behaviour/states/derivative-pairs.ts';
import { outputs } from '../behaviour/values/variable-selection.ts';
import { Choice } from './choice.ts';
import { solvedStates } from './difference.ts';
import { refusedSettings } from './refused-settings.ts';
import { chosenValues, readableNow, settableNow } from './settable.ts';
import { inputClocks, keyOf, type Situation, signsOf } from './situation.ts';
import { Abandoned, AtEnd, type Walker } from './walker.ts';

/** Some calls that an importer may make now, as one move. */
export interface Move {
  readonly name:
    | 'go on'
    | 'set'
    | 'stir'
    | 'enter Event Mode'
    | 'trigger'
    | 'configure'
    | 'iterate'
    | 'slopes';
  isLegal(walker: Walker): boolean;
  make(walker: Walker, choice: Choice): void;
}

/** Factors of the communication step, where the FMU allows any step. */
const factors = [1, 4, 0.5, 20];
const mostIterations = 50;

/** Goes on towards the next event: the first choice in every mode. */
const goOn: Move = {
  name: 'go on',
  isLegal: ({ situation: { mode } }) => mode !== 'terminated',
  make(walker, choice) {
    switch (walker.situation.mode) {
      case 'instantiated':
        return initialize(walker, choice);
      case 'configuration':
      case 'reconfiguration':
        walker.call('exitConfigurationMode');
        return;
      case 'initialization':
        askIntervals(walker, true);
        walker.call('exitInitializationMode');
        return;
      case 'event':
        return leaveEvent(walker);
      case 'continuousTime':
        return integrate(walker, choice);
      case 'step':
        return doStep(walker, choice);
      default:
        return activate(walker);
    }
  },
};

const set: Move = {
  name: 'set',
  isLegal: (walker) => settable(walker).length > 0,
  make(walker, choice) {
    const all = settable(walker);
    // Every other move sets all variables, so that few moves set each of them.
    const chosen = choice.of(2) === 0 ? [choice.from(all)] : all.slice(0, 60);
    const kind = choice.of(1000);
    if (chosen.length > 1) setIntervals(walker, new Choice(kind));
    for (const [i, variable] of chosen.entries()) {
      const number = kind + 3 * i;
      // With many, none at its start value: a value that is lost must show.
      const isStart = chosen.length > 1 && number % 5 === 2;
      setOne(walker, variable, new Choice(isStart ? number + 4 : number));
    }
  },
};

/** Factors of the declared intervals of Clocks, so that fractions of them stay exact. */
const intervalFactors = [2, 3, 1];

/** Sets the intervals of Clocks that leave them to the importer, in Initialization Mode. */
function setIntervals(walker: Walker, choice: Choice): void {
  const { target, mode } = walker.situation;
  if (mode !== 'initialization' || walker.isTame) return;
  const factor = choice.from(intervalFactors);
  for (const clock of inputClocks(target).filter(importerSetsInterval).slice(0, 20))
    if (!refusedSettings(target).has(keyOf(clock)))
      walker.make({ do: 'setInterval', clock, interval: factor * clock.intervalDecimal! });
}

function settable({ situation, isTame }: Walker): Variable[] {
  const refused = refusedSettings(situation.target);
  return settableNow(situation).filter((v) => (!isTame || v.causality === 'input') && !refused.has(keyOf(v)));
}

export function setOne(walker: Walker, variable: Variable, choice: Choice): void {
  const values = chosenValues(walker.situation, variable, choice);
  if (values !== undefined && values.length > 0) walker.make({ do: 'set', variable, values });
}

/** Sets slopes of continuous inputs, in FMI 2.0. */
const slopes: Move = {
  name: 'slopes',
  isLegal: ({ situation }) => inputsWithSlope(situation).length > 0,
  make(walker, choice) {
    const variables = inputsWithSlope(walker.situation);
    const slope = choice.from([1, -2, 0]);
    walker.make({ do: 'slopes', variables, values: variables.map((_, i) => slope * (1 + i)) });
  },
};

function inputsWithSlope({ target, mode }: Situation): Variable[] {
  const can = target.fmi === 2 && target.description.coSimulation?.canInterpolateInputs === true;
  if (!can || target.kind !== 'coSimulation' || mode !== 'step') return [];
  return target.description.variables
    .filter((v) => v.causality === 'input' && v.variability === 'continuous' && v.type === 'Float64')
    .slice(0, 20);
}

/** Gives all variables other values than they have, goes on, and does so again. */
const stir: Move = {
  name: 'stir',
  isLegal: ({ situation: { mode } }) => mode !== 'terminated',
  make(walker, choice) {
    setOthers(walker);
    const count = 1 + choice.of(4);
    for (let n = 0; n < count; n++) {
      if (choice.of(2) === 1 && enterEvent.isLegal(walker)) {
        enterEvent.make(walker, choice);
        setOthers(walker);
      }
      goOn.make(walker, new Choice(choice.of(8)));
      setOthers(walker);
    }
  },
};

function setOthers(walker: Walker): void {
  setIntervals(walker, new Choice(0));
  for (const variable of settable(walker).slice(0, 60)) setOne(walker, variable, new Choice(1));
  if (slopes.isLegal(walker)) slopes.make(walker, new Choice(0));
}

/** Enters Configuration or Reconfiguration Mode and leaves it, with or without other sizes. */
export const configure: Move = {
  name: 'configure',
  isLegal: ({ situation: { mode, target } }) => {
    const sizes = target.description.variables.filter((v) => v.causality === 'structuralParameter');
    if (target.fmi === 2) return false;
    if (mode === 'instantiated') return sizes.length > 0;
    const modes = { modelExchange: 'event', coSimulation: 'step', scheduledExecution: 'clockActivation' };
    return mode === modes[target.kind] && sizes.some((v) => v.variability === 'tunable');
  },
  make(walker, choice) {
    walker.call('enterConfigurationMode');
    const sizes = settableNow(walker.situation);
    if (choice.of(2) === 1) for (const v of sizes.slice(0, 10)) setOne(walker, v, choice);
    walker.call('exitConfigurationMode');
    if (walker.situation.mode !== 'instantiated') return;
    // The start values of resized arrays are void (FMI 3.0.2, 2.4.7.2).
    const resized = settableNow(walker.situation).filter((v) => v.resized);
    for (const v of resized.slice(0, 20)) setOne(walker, v, new Choice(0));
  },
};

/** Enters Event Mode, although the FMU does not ask for it. */
const enterEvent: Move = {
  name: 'enter Event Mode',
  isLegal: ({ situation: { mode, events } }) => mode === 'continuousTime' || (mode === 'step' && events),
  make: (walker) => void walker.call('enterEventMode'),
};

/** Activates a triggered Clock. */
const trigger: Move = {
  name: 'trigger',
  isLegal: (walker) => triggered(walker).length > 0,
  make(walker, choice) {
    const clock = choice.from(triggered(walker));
    const { mode, time } = walker.situation;
    if (mode === 'event') tick(walker, [clock]);
    else walker.make({ do: 'activate', clock, time });
  },
};

/** Iterates an event once, in Event Mode or on entering it. */
const iterate: Move = {
  name: 'iterate',
  isLegal: (walker) => walker.situation.mode === 'event' || enterEvent.isLegal(walker),
  make(walker) {
    if (walker.situation.mode !== 'event') walker.call('enterEventMode');
    updateDiscreteStates(walker);
  },
};

const moves: readonly Move[] = [goOn, set, stir, enterEvent, trigger, configure, iterate, slopes];

/** Returns the number of a move with its further choices, which `move` decodes. */
export function numberOf(name: Move['name'], choices: number = 0): number {
  return moves.findIndex((m) => m.name === name) + moves.length * choices;
}

/** Returns the number of the same move with its first choices. */
export function simplest(number: number): number {
  return number % moves.length;
}

/** Makes the move of a number. Goes on if that move is not legal now. */
export function move(walker: Walker, number: number): void {
  const choice = new Choice(number);
  const chosen = choice.from(moves);
  const legal = chosen.isLegal(walker) ? chosen : goOn;
  if (!legal.isLegal(walker)) throw new AtEnd('no call is allowed any more');
  legal.make(walker, choice);
}

/** Makes one move for each number, until the end of what is possible. `after` follows each. */
export function wander(
  walker: Walker,
  numbers: readonly number[],
  after: (walker: Walker) => void = () => {},
): void {
  try {
    for (const number of numbers) {
      move(walker, number);
      after(walker);
    }
  } catch (error) {
    if (!(error instanceof AtEnd)) throw error;
  }
}

function initialize(walker: Walker, choice: Choice): void {
  const { target, experiment, stepSize } = walker.probe;
  const { startTime, tolerance } = experiment;
  const steps = choice.from([0, 3, 40]);
  const operands = {
    toleranceDefined: Number(tolerance !== undefined),
    tolerance: tolerance ?? 0,
    startTime,
    stopTimeDefined: Number(steps > 0),
    stopTime: steps === 0 ? 0 : startTime + steps * stepSize,
  };
  if (target.fmi === 2) walker.call('setupExperiment', operands);
  walker.call('enterInitializationMode', target.fmi === 2 ? {} : operands);
}

function updateDiscreteStates(walker: Walker): boolean {
  return flagOf(walker.call('updateDiscreteStates').shown, 'newDiscreteStatesNeeded') !== 0;
}

function flagOf(shown: ReadonlyMap<string, { values: readonly unknown[] }>, name: keyof typeof io): number {
  return Number(shown.get(name)?.values[0] ?? 0);
}

/** Lets due Clocks tick, iterates the event to its end, and leaves Event Mode. */
export function leaveEvent(walker: Walker): void {
  const { situation, probe } = walker;
  const due = situation.dueClocks(1e-9 * probe.stepSize);
  if (due.length > 0) tick(walker, due);
  settle(walker);
  askIntervals(walker, false);
  walker.call(probe.target.kind === 'modelExchange' ? 'enterContinuousTimeMode' : 'enterStepMode');
}

/** Iterates an event to its end. */
export function settle(walker: Walker): void {
  for (let n = 0; updateDiscreteStates(walker); n++)
    if (n === mostIterations) throw new Abandoned('the discrete states do not settle');
}

/** Activates Clocks in Event Mode, and sets and reads their variables. */
function tick(walker: Walker, clocks: readonly Variable[]): void {
  for (const clock of clocks) walker.make({ do: 'set', variable: clock, values: [1] });
  look(walker);
}

function triggered({ situation: { mode, target, active } }: Walker): Variable[] {
  if (mode !== 'event' && mode !== 'clockActivation') return [];
  return inputClocks(target).filter(
    (v) => v.intervalVariability === 'triggered' && !active.has(v.valueReference),
  );
}

function askIntervals(walker: Walker, first: boolean): void {
  const clocks = inputClocks(walker.probe.target);
  if (first) for (const clock of clocks.filter(importerSetsInterval)) walker.make({ do: 'interval', clock });
  for (const clock of clocks.filter(needsIntervalRequest))
    if (first || clock.intervalVariability === 'countdown' || clock.intervalVariability === 'changing')
      walker.make({ do: 'interval', clock });
}

/** Computes partitions that are due, or goes to the next communication point. */
function activate(walker: Walker): void {
  const { situation, probe } = walker;
  const due = situation.dueClocks(1e-9 * probe.stepSize);
  if (due.length === 0) {
    const next = situation.horizon;
    situation.time = Number.isFinite(next) ? Math.max(next, situation.time) : situation.time + probe.stepSize;
    probe.time = situation.time;
  }
  for (const clock of situation.dueClocks(1e-9 * probe.stepSize))
    walker.make({ do: 'activate', clock, time: situation.time });
}

/** Makes a communication step, and enters Event Mode if the FMU asks for it. */
function doStep(walker: Walker, choice: Choice): void {
  const { situation, probe } = walker;
  const variable = probe.description.coSimulation?.canHandleVariableCommunicationStepSize === true;
  const factor = variable ? choice.from(factors) : 1;
  const wanted = factor * probe.stepSize;
  const left = situation.stopTime - situation.time;
  if (left < 1e-9 * wanted || (!variable && left < wanted * (1 - 1e-9)))
    throw new AtEnd('the stop time is reached');
  // Without variable steps Clocks tick at the first communication point after their time.
  if (situation.events && situation.isEventDue(1e-9 * wanted)) {
    walker.call('enterEventMode');
    return;
  }
  const clock = variable ? Math.min(...situation.due.values()) - situation.time : wanted;
  const step = stepWithin(situation.time, Math.min(wanted, left, clock), situation.stopTime);
  if (!variable && step < wanted) throw new AtEnd('the stop time is reached');
  const { shown } = walker.call('doStep', {
    time: situation.time,
    step,
    noSetStatePrior: 0,
    returnTime: Number.POSITIVE_INFINITY,
  });
  const due = situation.isEventDue(1e-9 * probe.stepSize);
  if (situation.events && (due || flagOf(shown, 'eventNeeded') !== 0)) walker.call('enterEventMode');
}

/** Returns the step, shortened by rounding errors so that `time + step` is not after the stop time. */
function stepWithin(time: number, step: number, stopTime: number): number {
  let within = step;
  while (time + within > stopTime) within -= Number.EPSILON * Math.max(Math.abs(time), within);
  return within;
}

/** Makes one step of explicit Euler, and enters Event Mode where an importer has to. */
function integrate(walker: Walker, choice: Choice): void {
  const { situation, probe } = walker;
  const { stateCount, indicatorCount, time } = situation;
  const horizon = situation.horizon;
  const h = choice.from(factors) * probe.stepSize;
  if (horizon - time < 1e-9 * h) {
    if (situation.stopTime - time < 1e-9 * h) throw new AtEnd('the stop time is reached');
    walker.call('enterEventMode');
    return;
  }
  const next = Math.min(time + h, horizon);
  if (situation.signs === undefined && indicatorCount > 0) indicators(walker, indicatorCount);
  const before = situation.signs;
  let moved: number[] = [];
  if (stateCount > 0) {
    const x = numbers(walker, 'getContinuousStates', stateCount);
    const dx = numbers(walker, 'getContinuousStateDerivatives', stateCount);
    moved = x.map((value, i) => value + (next - time) * dx[i]);
  }
  walker.call('setTime', { time: next });
  if (stateCount > 0)
    walker.make({ do: 'vector', op: 'setContinuousStates', count: stateCount, values: moved });
  const after = indicatorCount > 0 ? signsOf(indicators(walker, indicatorCount)) : [];
  const { shown } = walker.call('completedIntegratorStep', { noSetStatePrior: 0 });
  const crossed = before !== undefined && after.some((sign, i) => sign !== before[i]);
  const wantsEvent = flagOf(shown, 'enterEventMode') !== 0 || crossed || next >= situation.nextEvent;
  if (wantsEvent || situation.isEventDue(0)) walker.call('enterEventMode');
}

type Got = 'getContinuousStates' | 'getContinuousStateDerivatives' | 'getEventIndicators';

function numbers(walker: Walker, op: Got, count: number): number[] {
  const { shown } = walker.make({ do: 'vector', op, count });
  return [...shown.values()][0].values.map(Number);
}

function indicators(walker: Walker, count: number): number[] {
  return numbers(walker, 'getEventIndicators', count);
}

/**
 * Reads all that may be read now, or one variable of it. Then the states of co-simulation tell whether
 * a difference of it is larger than theirs.
 */
export function look(walker: Walker, only?: Variable): void {
  const all = readableNow(walker.situation);
  const names = new Set(
    [...(only === undefined ? all : [only]), ...solvedStates(walker.probe.target)].map(({ name }) => name),
  );
  const variables = all.filter(({ name }) => names.has(name));
  if (variables.length > 0) walker.make({ do: 'look', variables });
}

/** Asks for the states, derivatives, nominal values and event indicators of model exchange, and their numbers. */
export function evaluate(walker: Walker): void {
  const { mode, stateCount, indicatorCount, target } = walker.situation;
  if (target.kind !== 'modelExchange' || (mode !== 'event' && mode !== 'continuousTime')) return;
  if (stateCount > 0)
    for (const op of [
      'getContinuousStates',
      'getContinuousStateDerivatives',
      'getNominalsOfContinuousStates',
    ] as const)
      walker.make({ do: 'vector', op, count: stateCount });
  if (indicatorCount > 0) indicators(walker, indicatorCount);
  if (mode !== 'event' || target.fmi === 2) return;
  walker.call('getNumberOfContinuousStates');
  walker.call('getNumberOfEventIndicators');
}

/** Pairs of variables whose derivative a walk asks for at its end. */
const mostDerivatives = 4;

/** Asks for directional derivatives where they are allowed: also in Event Mode and after terminate. */
export function differentiate(walker: Walker): void {
  const { mode, dirty, target, sizes } = walker.situation;
  const isAllowed = /^(?:continuousTime|event|step|terminated)$/.test(mode) && !(mode === 'step' && dirty);
  if (!isAllowed || sizes.size > 0 || withDirectional(target) !== undefined) return;
  if (refusedSettings(target).has('derivatives')) return;
  const all = derivativePairs(target, 'continuousTime');
  const step = Math.max(1, Math.ceil(all.length / mostDerivatives));
  const pairs = all.filter((_, i) => i % step === 0);
  if (pairs.length > 0) walker.make({ do: 'derivatives', pairs });
}

/** Outputs whose derivatives by time a walk asks for, and their highest order. */
const mostSlopes = { outputs: 8, order: 3 };

/** Asks for derivatives of outputs after a step, and after terminate. */
export function askOutputSlopes(walker: Walker): void {
  const { mode, dirty, target, description } = walker.situation;
  const order = description.coSimulation?.maxOutputDerivativeOrder ?? 0;
  const isAllowed = (mode === 'step' && !dirty) || mode === 'terminated';
  if (target.kind !== 'coSimulation' || order === 0 || !isAllowed) return;
  const variables = outputs({ description })
    .filter((v) => v.type === 'Float64' && v.variability === 'continuous')
    .slice(0, mostSlopes.outputs);
  if (variables.length > 0)
    walker.make({ do: 'outputSlopes', variables, orders: Math.min(order, mostSlopes.order) });
}

/** Shows all that can be seen of an instance now, or one variable. */
export function observe(walker: Walker, only?: Variable): void {
  look(walker, only);
  if (only !== undefined) return;
  evaluate(walker);
  askOutputSlopes(walker);
}
