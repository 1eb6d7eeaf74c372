import { elementCount, type ModelDescription, type Variable } from '../../description/description.ts';
import { resizeVariables } from '../../description/variables/resize.ts';
import { status } from '../../host/instance/fmi-api.ts';
import { type Phase, transitions } from '../behaviour/calls/fmi-phases.ts';
import type { Target } from '../behaviour/check-target.ts';
import { isPeriodic, needsIntervalRequest } from '../behaviour/events/clock-intervals.ts';
import type { Value } from '../behaviour/fmu-probe.ts';
import type { Action, Answer } from './action.ts';

/** Mode of an instance. Reconfiguration Mode returns to the mode before it. */
export type Mode = Phase | 'reconfiguration';

/** Knowledge of an importer about an instance. It follows from the calls so far and their answers. */
export class Situation {
  mode: Mode = 'instantiated';
  /** Mode before Reconfiguration Mode. */
  private before: Mode = 'step';
  time = 0;
  /** The importer uses Event Mode. */
  events = false;
  /** Inputs were set in Step Mode after the last step, so that getters are not allowed. */
  dirty = false;
  /** The FMU has asked for the end of the simulation. */
  ended = false;
  nextEvent: number = Number.POSITIVE_INFINITY;
  stopTime: number = Number.POSITIVE_INFINITY;
  /** Signs of the event indicators after the last event or step. */
  signs: readonly boolean[] | undefined;
  /** Sizes that structural parameters have now, by value reference. */
  sizes: ReadonlyMap<number, number> = new Map();
  /** Next tick of each time-based Clock [s], and its interval, by value reference. */
  due: ReadonlyMap<number, number> = new Map();
  private intervals: ReadonlyMap<number, number> = new Map();
  /** Active Clocks, by value reference. */
  active: ReadonlySet<number> = new Set();
  /** The Clock of the last model partition in scheduled execution, by value reference. */
  activated: number | undefined;
  /** Values that were set, by `keyOf`. */
  values: ReadonlyMap<string, readonly Value[]> = new Map();
  private resized: ModelDescription;

  constructor(readonly target: Target) {
    this.resized = target.description;
  }

  copy(): Situation {
    return Object.assign(new Situation(this.target), this);
  }

  /** The description with the present sizes of arrays. */
  get description(): ModelDescription {
    return this.resized;
  }

  /** Follows one call. */
  follow(action: Action, { status: answered, shown }: Answer): void {
    const flag = (name: string): number => Number(shown.get(name)?.values[0] ?? 0);
    if (answered > status.warning) return;
    if (flag('terminate') === 1) this.ended = true;
    if (action.do === 'instantiate') this.begin(action.options.eventModeUsed === true);
    else if (action.do === 'set') this.set(action.variable, action.values);
    else if (action.do === 'setTogether')
      for (const { variable, values } of action.settings) this.set(variable, values);
    else if (action.do === 'slopes') this.dirty = true;
    else if (action.do === 'interval') this.scheduled(action.clock, [...shown.values()][0]?.values ?? []);
    else if (action.do === 'setInterval') this.given(action.clock, action.interval);
    else if (action.do === 'activate') {
      this.time = action.time;
      this.activated = action.clock.valueReference;
      this.plan(action.clock);
    } else if (action.do === 'vector' && action.op === 'getEventIndicators')
      this.signs ??= signsOf([...shown.values()][0].values);
    else if (action.do === 'call') this.called(action, flag);
  }

  private begin(eventModeUsed: boolean): void {
    Object.assign(this, new Situation(this.target));
    this.events = this.target.kind === 'modelExchange' || eventModeUsed;
  }

  private called({ op, operands = {} }: Action & { do: 'call' }, flag: (name: string) => number): void {
    if (op === 'reset') {
      const { events } = this;
      this.begin(events);
      return;
    }
    if (op === 'enterConfigurationMode') {
      this.before = this.mode;
      this.mode = this.mode === 'instantiated' ? 'configuration' : 'reconfiguration';
      return;
    }
    if (op === 'exitConfigurationMode') {
      this.mode = this.mode === 'configuration' ? 'instantiated' : this.before;
      this.resized = resizeVariables(this.target.description, this.sizes);
      this.signs = undefined;
      return;
    }
    if (op === 'setupExperiment' || (op === 'enterInitializationMode' && operands.startTime !== undefined)) {
      this.time = operands.startTime ?? 0;
      this.stopTime = operands.stopTimeDefined ? (operands.stopTime ?? 0) : Number.POSITIVE_INFINITY;
    }
    if (op === 'setTime') this.time = operands.time ?? this.time;
    if (op === 'doStep') {
      const last = flag('lastTime');
      const early = flag('early') !== 0 && Number.isFinite(last) && last >= this.time;
      this.time = early ? last : this.time + (operands.step ?? 0);
      this.dirty = false;
    }
    if (op === 'updateDiscreteStates') {
      this.nextEvent = flag('nextEventTimeDefined') === 0 ? Number.POSITIVE_INFINITY : flag('nextEventTime');
      this.active = new Set();
      this.signs = undefined;
    }
    this.mode = this.after(op);
    if (op === 'enterEventMode') this.dirty = false;
  }

  private after(op: string): Mode {
    if (op === 'exitInitializationMode') {
      this.startClocks();
      if (this.events) return 'event';
      return this.target.kind === 'coSimulation' ? 'step' : 'clockActivation';
    }
    return transitions[op as keyof typeof transitions] ?? this.mode;
  }

  private set(variable: Variable, values: readonly Value[]): void {
    const { valueReference: r } = variable;
    this.values = new Map(this.values).set(keyOf(variable), values);
    if (this.mode === 'step') this.dirty = true;
    if (variable.causality === 'structuralParameter')
      this.sizes = new Map(this.sizes).set(r, Number(values[0]));
    if (variable.type === 'Clock' && values[0]) {
      this.active = new Set([...this.active, r]);
      this.plan(variable);
    }
  }

  /** Clocks whose interval the description fixes begin to tick. */
  private startClocks(): void {
    const due = new Map(this.due);
    const intervals = new Map(this.intervals);
    for (const clock of inputClocks(this.target)) {
      if (clock.intervalDecimal === undefined || needsIntervalRequest(clock)) continue;
      intervals.set(clock.valueReference, this.intervalOf(clock)!);
      due.set(clock.valueReference, this.time + (clock.shiftDecimal ?? 0));
    }
    this.due = due;
    this.intervals = intervals;
  }

  /** The importer has set the interval of a Clock in Initialization Mode, before the Clock ticks. */
  private given({ valueReference: r }: Variable, interval: number): void {
    this.intervals = new Map(this.intervals).set(r, interval);
  }

  /** The interval of a periodic Clock [s] that was set last, or that the description fixes. */
  intervalOf({ valueReference: r, intervalDecimal }: Variable): number | undefined {
    return this.intervals.get(r) ?? intervalDecimal;
  }

  /** The FMU has told the interval of a Clock. */
  private scheduled({ valueReference: r, ...clock }: Variable, values: readonly Value[]): void {
    const [isNew, interval] = values.map(Number);
    if (values.length < 2) return;
    if (isPeriodic({ valueReference: r, ...clock })) {
      this.intervals = new Map(this.intervals).set(r, interval);
      if (isNew || !this.due.has(r))
        this.due = new Map(this.due).set(r, this.time + (clock.shiftDecimal ?? 0));
    } else if (isNew) this.due = new Map(this.due).set(r, this.time + interval);
  }

  /** Plans the next tick of a Clock that has ticked. */
  private plan({ valueReference: r }: Variable): void {
    const now = this.due.get(r);
    const interval = this.intervals.get(r);
    const due = new Map(this.due);
    if (now === undefined || interval === undefined) due.delete(r);
    else due.set(r, now + interval);
    this.due = due;
  }

  /** Clocks that have to tick now. */
  dueClocks(slack: number): Variable[] {
    return inputClocks(this.target).filter(
      ({ valueReference: r }) => (this.due.get(r) ?? Number.POSITIVE_INFINITY) <= this.time + slack,
    );
  }

  /** Returns true if a Clock has to tick, or the time of the next event has come. */
  isEventDue(slack: number): boolean {
    return this.nextEvent <= this.time + slack || this.dueClocks(slack).length > 0;
  }

  /** The time until which an importer may compute without an event [s]. */
  get horizon(): number {
    return Math.min(this.nextEvent, this.stopTime, ...this.due.values());
  }

  get stateCount(): number {
    const { continuousStateDerivatives, variables } = this.description;
    return continuousStateDerivatives.reduce((n, { variable }) => n + elementCount(variables[variable]), 0);
  }

  get indicatorCount(): number {
    const { eventIndicators, numberOfEventIndicators, variables } = this.description;
    return (
      numberOfEventIndicators ??
      eventIndicators.reduce((n, { variable }) => n + elementCount(variables[variable]), 0)
    );
  }
}

/** Signs by which an importer sees a state event: z > 0 or not (FMI 3.0.2, 3.1.1). */
export function signsOf(indicators: readonly Value[]): boolean[] {
  return indicators.map((z) => Number(z) > 0);
}

/** Identifies the value that a variable stands for. */
export function keyOf({ type, valueReference }: Variable): string {
  return `${type === 'Enumeration' ? 'Int32' : type} ${valueReference}`;
}

/** Clocks that the importer activates, in the order of their priority. */
export function inputClocks({ description }: Target): Variable[] {
  return description.variables
    .filter((v) => v.type === 'Clock' && v.causality === 'input')
    .sort((a, b) => (a.priority ?? 0) - (b.priority ?? 0));
}
