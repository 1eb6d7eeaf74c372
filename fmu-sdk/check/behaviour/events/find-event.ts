import { usableExperiment } from '../../../description/default-experiment.ts';
import type { Probe } from '../fmu-probe.ts';

/** Steps in which an event is looked for. */
const most = 400;

/** Result of an event iteration, with the states before and after it. */
export interface EventResult {
  time: number;
  before: readonly number[];
  after: readonly number[];
  nominalsBefore: readonly number[];
  nominalsAfter: readonly number[];
  valuesChanged: boolean;
  nominalsChanged: boolean;
  /** Time of the next time event, or undefined if the FMU announces no time event. */
  nextTime: number | undefined;
}

/**
 * Simulates an FMU for model exchange through its default experiment with explicit Euler. Yields
 * its first events.
 */
export function* firstEvents(probe: Probe): Generator<EventResult> {
  probe.reach('event');
  yield settled(probe);
  if (isOver(probe)) return;
  let next = nextOf(probe);
  probe.requireCall('enterContinuousTimeMode');
  let signs = indicators(probe).map(Math.sign);
  const end = usableExperiment(probe.description).stopTime ?? Number.POSITIVE_INFINITY;
  for (let n = 0, eventCount = 0; n < most && eventCount < 10 && probe.time < end; n++) {
    step(probe, next === undefined ? Number.POSITIVE_INFINITY : next - probe.time);
    const now = indicators(probe).map(Math.sign);
    probe.requireCall('completedIntegratorStep', { noSetStatePrior: 1 });
    if (isOver(probe)) return;
    const crossed = now.some((sign, i) => sign !== signs[i]);
    if (probe.flag('enterEventMode') === 0 && !crossed && !(next !== undefined && probe.time >= next))
      continue;
    probe.requireCall('enterEventMode');
    yield settled(probe);
    if (isOver(probe)) return;
    eventCount++;
    next = nextOf(probe);
    probe.requireCall('enterContinuousTimeMode');
    signs = indicators(probe).map(Math.sign);
  }
}

/** The FMU has asked for the end of the simulation. */
function isOver(probe: Probe): boolean {
  return probe.flag('terminate') !== 0;
}

function nextOf(probe: Probe): number | undefined {
  return probe.flag('nextEventTimeDefined') === 0 ? undefined : probe.flag('nextEventTime');
}

function indicators(probe: Probe): number[] {
  if (probe.indicatorCount === 0) return [];
  probe.requireCall('getEventIndicators');
  return [...probe.vectorFor('getEventIndicators')];
}

function vector(probe: Probe, call: 'getContinuousStates' | 'getNominalsOfContinuousStates'): number[] {
  if (probe.stateCount === 0) return [];
  probe.requireCall(call);
  return [...probe.vectorFor(call)];
}

function settled(probe: Probe): EventResult {
  const before = vector(probe, 'getContinuousStates');
  const nominalsBefore = vector(probe, 'getNominalsOfContinuousStates');
  let [valuesChanged, nominalsChanged] = [false, false];
  for (let pass = 0; pass < 100; pass++) {
    probe.requireCall('updateDiscreteStates');
    valuesChanged ||= probe.flag('valuesChanged') !== 0;
    nominalsChanged ||= probe.flag('nominalsChanged') !== 0;
    if (probe.flag('newDiscreteStatesNeeded') === 0 || isOver(probe)) break;
  }
  return {
    time: probe.time,
    before,
    after: vector(probe, 'getContinuousStates'),
    nominalsBefore,
    nominalsAfter: vector(probe, 'getNominalsOfContinuousStates'),
    valuesChanged,
    nominalsChanged,
    nextTime: nextOf(probe),
  };
}

/** A step of explicit Euler, no longer than up to the next time event. */
function step(probe: Probe, longest: number): void {
  const x = probe.vectorFor('getContinuousStates');
  const dx = probe.vectorFor('getContinuousStateDerivatives');
  if (x.length > 0) {
    probe.requireCall('getContinuousStates');
    probe.requireCall('getContinuousStateDerivatives');
  }
  const h = longest > 0 ? Math.min(probe.stepSize, longest) : probe.stepSize;
  probe.time = h === longest ? probe.time + longest : probe.time + h;
  probe.requireCall('setTime', { time: probe.time });
  for (let i = 0; i < x.length; i++) x[i] += h * dx[i];
  if (x.length > 0) probe.requireCall('setContinuousStates');
}
