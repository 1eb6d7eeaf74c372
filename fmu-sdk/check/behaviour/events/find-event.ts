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
  const run = new ExchangeRun(probe);
  yield run.settle();
  if (isOver(probe)) return;
  run.enterContinuousTime();
  const end = usableExperiment(probe.description).stopTime ?? Number.POSITIVE_INFINITY;
  for (let n = 0, eventCount = 0; n < most && eventCount < 10 && probe.time < end; n++) {
    const isEvent = run.advance();
    if (isOver(probe)) return;
    if (!isEvent) continue;
    yield run.settle();
    if (isOver(probe)) return;
    eventCount++;
    run.enterContinuousTime();
  }
}

/** Simulation of an FMU for model exchange by explicit Euler, with time, state and step events. */
export class ExchangeRun {
  private next: number | undefined;
  private signs: readonly number[] = [];

  constructor(private readonly probe: Probe) {}

  /** Iterates the event in Event Mode. */
  settle(): EventResult {
    const result = settled(this.probe);
    this.next = nextOf(this.probe);
    return result;
  }

  /** Goes from Event Mode to Continuous-Time Mode. */
  enterContinuousTime(): void {
    this.probe.requireCall('enterContinuousTimeMode');
    this.signs = indicators(this.probe).map(Math.sign);
  }

  /** Makes a step, no longer than up to the next time event. Returns true if it is in Event Mode. */
  advance(): boolean {
    step(this.probe, this.next === undefined ? Number.POSITIVE_INFINITY : this.next - this.probe.time);
    return this.complete();
  }

  /** Completes a step to any states and inputs. Returns true if the FMU is in Event Mode then. */
  complete(): boolean {
    const { probe, next } = this;
    const now = indicators(probe).map(Math.sign);
    probe.requireCall('completedIntegratorStep', { noSetStatePrior: 1 });
    if (isOver(probe)) return false;
    const crossed = now.some((sign, i) => sign !== this.signs[i]);
    if (probe.flag('enterEventMode') === 0 && !crossed && !(next !== undefined && probe.time >= next))
      return false;
    probe.requireCall('enterEventMode');
    return true;
  }
}

/** Returns true if the FMU has requested the end of the simulation. */
export function isOver(probe: Probe): boolean {
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
