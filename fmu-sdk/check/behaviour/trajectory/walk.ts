import { status } from '../../../host/instance/fmi-api.ts';
import { type Random, random } from '../../../util/seeded-random.ts';
import type { Phase } from '../calls/fmi-phases.ts';
import { ExchangeRun, isOver } from '../events/find-event.ts';
import { type Probe, RuleSkipped } from '../fmu-probe.ts';
import { moveFromStart, moveVariables, selectMode } from '../values/move-variables.ts';
import { isClocked, settable } from '../values/variable-selection.ts';

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
  /** 0: start values. 1: other parameters and inputs. From 2 on: also another mode (`selectMode`). */
  readonly variation: number;
  /** Number of stretches. States and inputs jump between two of them. */
  readonly stretches?: number;
  /** Ends with states of other signs, in model exchange. Default: false. */
  readonly mirrored?: boolean;
}

/** Steps of one stretch. */
const stepsEach = 6;

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
    const eventModeUsed = target.kind === 'coSimulation' && target.description.coSimulation?.hasEventMode;
    probe.reach('instantiated', eventModeUsed ? { eventModeUsed } : {});
    if (variation > 0) moveFromStart(probe, realParameters(probe));
    if (variation > 1 && !selectMode(probe, variation - 2, 'parameter')) return;
    probe.initialize(probe.experiment);
    if (variation > 0) moveVariables(probe, continuousInputs(probe));
    if (variation > 1 && !selectMode(probe, variation - 2, 'input')) return;
    yield { phase: 'initialization', when: 'in Initialization Mode' };
    const next = random(1 + variation);
    if (target.kind === 'modelExchange') yield* walkExchange(probe, stretches, mirrored, next);
    else if (target.kind === 'coSimulation') yield* walkSteps(probe, stretches, next);
  } catch (error) {
    if (!(error instanceof RuleSkipped)) throw error;
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
    moveAtRandom(probe, next);
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
  moveAtRandom(probe, next);
}

function moveAtRandom(probe: Probe, next: Random): void {
  for (const input of continuousInputs(probe)) {
    const { status: answer, values } = probe.read(input);
    if (answer > status.warning) continue;
    const [min, max] = [Number(input.min ?? Number.NEGATIVE_INFINITY), Number(input.max ?? Infinity)];
    const others = values.map((value) => {
      const size = Math.abs(Number(value)) || Number(input.nominal ?? 1) || 1;
      return Math.min(max, Math.max(min, Number(value) + (2 * next() - 1) * size));
    });
    probe.write(input, others);
  }
}

function realParameters({ target }: Probe) {
  return settable(target).filter((v) => v.causality === 'parameter' && v.type === 'Float64');
}

function continuousInputs({ target }: Probe) {
  return settable(target)
    .filter(
      (v) =>
        v.causality === 'input' && v.variability === 'continuous' && v.type === 'Float64' && !isClocked(v),
    )
    .slice(0, 20);
}
