import { usableExperiment } from '../../../description/default-experiment.ts';
import type { Variable } from '../../../description/description.ts';
import { status } from '../../../host/instance/fmi-api.ts';
import { type Random, random } from '../../../util/seeded-random.ts';
import type { Phase } from '../calls/fmi-phases.ts';
import { ExchangeRun, isOver } from '../events/find-event.ts';
import { type Probe, RuleSkipped } from '../fmu-probe.ts';
import { farValue, valueAnywhere } from '../values/known-moves.ts';
import { modeCount, moveFromStart, moveVariables, selectMode } from '../values/move-variables.ts';
import { isClocked, settable, startOf } from '../values/variable-selection.ts';

/** Point of a walk, at which a rule examines the FMU. It must leave the mode as it is. */
export interface WalkPoint {
  readonly phase: Phase;
  /** Completes a sentence: “after two events”. */
  readonly when: string;
  /** The states have other signs than at the start, which the model may not support. */
  readonly isMirrored?: boolean;
}

/** Options of a walk. */
export interface WalkOptions {
  /**
   * 0: start values. 1: an ordinary simulation, without jumps. 2: other parameters and inputs. From 3
   * on: as 2, in another mode (`selectMode`).
   */
  readonly variation: number;
  /** Number of stretches. States and inputs jump between two of them. */
  readonly stretches?: number;
  /** Ends with states of other signs, in model exchange. Default: false. */
  readonly mirrored?: boolean;
}

/** Steps of one stretch, and of one in a simulation without jumps. */
const stepsEach = 6;
const stepsWithoutJumps = 40;

/** Variations that do not select a mode. */
const ordinaryVariations = 3;

/** Returns the number of variations of a walk, with at most `mostModes` in other modes. */
export function variationCount(probe: Probe, mostModes: number): number {
  return ordinaryVariations + modeCount(probe, mostModes);
}

/** Points in Initialization Mode at which parameters and inputs have values from all their ranges. */
const pointsAnywhere = 10;

/** Factor by which steps of a simulation without jumps may be longer, so that it gets farther. */
const mostLengthened = 10;

/** Points of one stretch of a simulation without jumps. */
const pointsEach = 2;

/** Limit of inputs, and of parameters, that a walk moves. */
const mostMoved = 20;

/** Largest value of a state, relative to its first value and 1, before a walk ends: Euler diverges. */
const farthest = 1e6;

/**
 * Walks through the state space of an FMU, far from its start values. Yields points in each mode in
 * which derivatives and dependencies can be examined: after steps, in and after events, and after
 * jumps of states and inputs to random values. Ends early if the FMU refuses a call.
 */
export function* walk(
  probe: Probe,
  { variation, stretches = 3, mirrored = false }: WalkOptions,
): Generator<WalkPoint> {
  try {
    const { target } = probe;
    const isPlain = variation < 2;
    const mode = variation - ordinaryVariations;
    const eventModeUsed = target.kind === 'coSimulation' && target.description.coSimulation?.hasEventMode;
    probe.reach('instantiated', eventModeUsed ? { eventModeUsed } : {});
    if (!isPlain) moveFromStart(probe, realParameters(probe));
    if (mode >= 0 && !selectMode(probe, mode, 'parameter')) return;
    probe.initialize(probe.experiment);
    if (!isPlain) moveVariables(probe, continuousInputs(probe));
    if (mode >= 0 && !selectMode(probe, mode, 'input')) return;
    yield { phase: 'initialization', when: 'in Initialization Mode' };
    const next = random(1 + variation);
    if (variation === 2) yield* initializeAnywhere(probe, next);
    if (target.kind === 'modelExchange' && variation === 1) yield* simulate(probe, stretches);
    else if (target.kind === 'modelExchange') yield* walkExchange(probe, stretches, mirrored, next);
    else if (target.kind === 'coSimulation' && variation !== 1) yield* walkSteps(probe, stretches, next);
  } catch (error) {
    if (!(error instanceof RuleSkipped)) throw error;
  }
}

/**
 * Gives parameters, inputs and initial states several values from all their ranges. At last gives
 * them their present values again, with which the FMU leaves Initialization Mode.
 */
function* initializeAnywhere(probe: Probe, next: Random): Generator<WalkPoint> {
  const all = [...realParameters(probe), ...continuousInputs(probe), ...beginningExactly(probe)];
  const variables = all.slice(0, mostMoved);
  const present = variables.map((v) => probe.read(v));
  const offsets = variables.map(() => Math.floor(next() * pointsAnywhere));
  for (let n = 0; n < pointsAnywhere; n++) {
    // Each variable is once in each tenth of its range.
    for (const [i, variable] of variables.entries()) {
      const share = (((n + offsets[i]) % pointsAnywhere) + next()) / pointsAnywhere;
      moveTo(probe, variable, (x) => farValue(variable, x, share));
    }
    yield { phase: 'initialization', when: 'in Initialization Mode with other parameters and inputs' };
  }
  for (const [i, { status: answer, values }] of present.entries())
    if (answer <= status.warning) probe.write(variables[i], values);
}

/** Simulates an FMU for model exchange without jumps, so that its own states are reached. */
function* simulate(probe: Probe, stretches: number): Generator<WalkPoint> {
  const steps = stretches * stepsWithoutJumps;
  const { startTime = 0, stopTime = startTime } = usableExperiment(probe.description);
  const longest = Math.min(mostLengthened * probe.stepSize, (stopTime - startTime) / steps);
  const run = new ExchangeRun(probe, true, Math.max(probe.stepSize, longest));
  probe.leaveInitialization('event');
  run.settle();
  if (isOver(probe)) return;
  run.enterContinuousTime();
  for (let n = 1; n <= steps; n++) {
    if (run.advance()) {
      run.settle();
      if (isOver(probe)) return;
      run.enterContinuousTime();
    }
    if (isOver(probe)) return;
    if (n % (stepsWithoutJumps / pointsEach) === 0)
      yield { phase: 'continuousTime', when: `at ${probe.time} s` };
  }
}

function* walkExchange(
  probe: Probe,
  stretches: number,
  mirrored: boolean,
  next: Random,
): Generator<WalkPoint> {
  const run = new ExchangeRun(probe);
  let eventCount = 0;
  const event = function* (): Generator<WalkPoint> {
    run.settle();
    if (isOver(probe)) return;
    const when = eventCount === 0 ? 'after the initialization' : `after event ${eventCount}`;
    yield { phase: 'event', when: `in Event Mode ${when}` };
    run.enterContinuousTime();
    yield { phase: 'continuousTime', when };
    eventCount++;
  };
  probe.leaveInitialization('event');
  yield* event();
  const begin = states(probe);
  for (let stretch = 0; stretch < stretches && !isOver(probe); stretch++) {
    for (let n = 0; n < stepsEach && !isOver(probe); n++) {
      const isEvent = run.advance();
      if (isAway(states(probe), begin)) return;
      if (isEvent) yield* event();
    }
    if (isOver(probe)) return;
    yield { phase: 'continuousTime', when: `at ${probe.time} s` };
    jump(probe, begin, next);
    if (run.complete()) yield* event();
    else yield { phase: 'continuousTime', when: `after a jump of the states at ${probe.time} s` };
  }
  if (!mirrored || begin.length === 0 || isOver(probe)) return;
  jump(
    probe,
    begin.map((x) => -x),
    next,
  );
  if (run.complete()) return;
  const when = `after a jump to states of other signs at ${probe.time} s`;
  yield { phase: 'continuousTime', when, isMirrored: true };
}

function* walkSteps(probe: Probe, stretches: number, next: Random): Generator<WalkPoint> {
  probe.leaveInitialization('step');
  for (let stretch = 0; stretch < stretches; stretch++) {
    for (let n = 0; n < stepsEach; n++) probe.advance();
    yield { phase: 'step', when: `after a step to ${probe.time} s` };
    if (probe.events) {
      probe.requireCall('enterEventMode');
      probe.settleEvents();
      yield { phase: 'event', when: `in Event Mode at ${probe.time} s` };
      probe.requireCall('enterStepMode');
    }
    moveAtRandom(probe, continuousInputs(probe), next);
  }
}

/** Returns a copy of the continuous states. */
function states(probe: Probe): Float64Array {
  if (probe.stateCount === 0) return new Float64Array();
  probe.requireCall('getContinuousStates');
  return probe.vectorFor('getContinuousStates').slice();
}

function isAway(x: Float64Array, begin: Float64Array): boolean {
  return x.some((value, i) => !(Math.abs(value) <= farthest * Math.max(1, Math.abs(begin[i]))));
}

/** Sets states to random values near their first ones, on either side, and inputs likewise. */
function jump(probe: Probe, begin: Float64Array, next: Random): void {
  probe.chooseStates();
  if (begin.length > 0) {
    const x = probe.vectorFor('setContinuousStates');
    for (let i = 0; i < x.length; i++) x[i] = begin[i] + (2 * next() - 1) * (Math.abs(begin[i]) || 1);
    probe.requireCall('setContinuousStates');
  }
  moveAtRandom(probe, continuousInputs(probe), next);
}

/** Gives variables random values from all their ranges, around their start values. */
function moveAtRandom(probe: Probe, variables: readonly Variable[], next: Random): void {
  for (const variable of variables) {
    moveTo(probe, variable, (x) => valueAnywhere(variable, x, next));
  }
}

/** Gives a variable other values, each from its start value. */
function moveTo(probe: Probe, variable: Variable, moved: (x: number) => number): void {
  const { status: answer, values } = probe.read(variable);
  if (answer > status.warning) return;
  const begin = startOf(variable) ?? values;
  probe.write(
    variable,
    values.map((value, i) => moved(Number(begin[i] ?? value))),
  );
}

function realParameters({ target }: Probe) {
  return settable(target).filter((v) => v.causality === 'parameter' && v.type === 'Float64');
}

/** Returns the continuous variables whose start values the importer may set, which include states. */
function beginningExactly({ description }: Probe): Variable[] {
  return description.variables.filter(
    (v) =>
      v.initial === 'exact' &&
      v.variability === 'continuous' &&
      /^(?:local|output)$/.test(v.causality) &&
      v.type === 'Float64' &&
      !isClocked(v),
  );
}

function continuousInputs({ target }: Probe) {
  return settable(target)
    .filter(
      (v) =>
        v.causality === 'input' && v.variability === 'continuous' && v.type === 'Float64' && !isClocked(v),
    )
    .slice(0, mostMoved);
}
