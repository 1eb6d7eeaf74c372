import { usableExperiment } from '../../../description/default-experiment.ts';
import type { Probe } from '../fmu-probe.ts';

/** Steps in which events are looked for, and events: a model may change after many of them. */
const most = 400;
const mostEvents = 100;

/** Halvings of a step in which a state event is located. */
const halvings = 12;

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
 * Simulates an FMU for model exchange through its default experiment. Yields its first events, each
 * where an importer locates it.
 */
export function* firstEvents(probe: Probe): Generator<EventResult> {
  probe.reach('event');
  const run = new ExchangeRun(probe, true);
  yield run.settle();
  if (isOver(probe)) return;
  run.enterContinuousTime();
  const end = usableExperiment(probe.description).stopTime ?? Number.POSITIVE_INFINITY;
  for (let n = 0, eventCount = 0; n < most && eventCount < mostEvents && probe.time < end; n++) {
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

  /**
   * @param isExact makes steps of second order, which end at state events.
   * @param stepSize longest step [s].
   */
  constructor(
    private readonly probe: Probe,
    private readonly isExact = false,
    private readonly stepSize: number = probe.stepSize,
  ) {}

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
    const { probe, next } = this;
    const longest = next === undefined ? Number.POSITIVE_INFINITY : next - probe.time;
    const h = longest > 0 ? Math.min(this.stepSize, longest) : this.stepSize;
    if (!this.isExact || probe.stateCount === 0) step(probe, h);
    else this.locate(stepOfSecondOrder(probe, h));
    return this.complete();
  }

  /** Goes back to the first point of a step behind which an event indicator has another sign. */
  private locate(at: (share: number) => void): void {
    let [low, high] = [0, 1];
    at(high);
    if (!this.hasCrossed()) return;
    for (let n = 0; n < halvings; n++) {
      const middle = (low + high) / 2;
      at(middle);
      if (this.hasCrossed()) high = middle;
      else low = middle;
    }
    at(high);
  }

  private hasCrossed(): boolean {
    return indicators(this.probe).some((z, i) => Math.sign(z) !== this.signs[i]);
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

/** A step of explicit Euler. */
function step(probe: Probe, h: number): void {
  const x = probe.vectorFor('getContinuousStates');
  const dx = probe.vectorFor('getContinuousStateDerivatives');
  if (x.length > 0) {
    probe.requireCall('getContinuousStates');
    probe.requireCall('getContinuousStateDerivatives');
  }
  probe.time += h;
  probe.requireCall('setTime', { time: probe.time });
  for (let i = 0; i < x.length; i++) x[i] += h * dx[i];
  if (x.length > 0) probe.requireCall('setContinuousStates');
}

/**
 * Makes a step of second order. Returns a function that sets the time and states of a share of it.
 */
function stepOfSecondOrder(probe: Probe, h: number): (share: number) => void {
  const { time } = probe;
  const x = probe.vectorFor('getContinuousStates');
  const dx = probe.vectorFor('getContinuousStateDerivatives');
  const set = (t: number, value: (i: number) => number): void => {
    probe.time = t;
    probe.requireCall('setTime', { time: t });
    for (let i = 0; i < x.length; i++) x[i] = value(i);
    probe.requireCall('setContinuousStates');
  };
  probe.requireCall('getContinuousStates');
  probe.requireCall('getContinuousStateDerivatives');
  const [begin, rate] = [x.slice(), dx.slice()];
  set(time + h, (i) => begin[i] + h * rate[i]);
  probe.requireCall('getContinuousStateDerivatives');
  const bend = dx.map((value, i) => (value - rate[i]) / (2 * h));
  return (share) => {
    const s = share * h;
    set(time + s, (i) => begin[i] + s * (rate[i] + s * bend[i]));
  };
}
