import { bitOf, type Mode } from '../../standard/fmi-modes.ts';
import type { Target } from '../behaviour/check-target.ts';

/** Modes that calls lead to. The others depend on the mode before or on the interface. */
const leadsTo: Readonly<Record<string, Mode>> = {
  enterInitializationMode: 'initialization',
  enterEventMode: 'event',
  enterContinuousTimeMode: 'continuousTime',
  enterStepMode: 'step',
  terminate: 'terminated',
  reset: 'instantiated',
};

/**
 * Mode of one instance, as its calls determine it. Undefined without an instance, and after a call
 * that was refused or not allowed.
 */
export class InstanceRecord {
  mode: Mode | undefined;
  /** Bit of the mode, or 0. */
  bit = 0;
  /** Mode before Reconfiguration Mode. */
  private before: Mode | undefined;
  private events = false;
  /** Modes of the saved FMU states, by handle. */
  private readonly saved = new Map<number, Mode>();
  /** Time of the last call that passes one, and of the next time event [s]. */
  time: number = Number.NEGATIVE_INFINITY;
  nextEvent: number = Number.POSITIVE_INFINITY;
  /** The FMU has asked for Event Mode since the last event. */
  isAsked = false;
  /** An event indicator has changed its sign since the last event. */
  hasCrossed = false;
  /** Signs of the event indicators when they were read last: 1 above 0, else 0. */
  signs: Uint8Array | undefined;

  /** @param kind undefined: the calls of this instance are not recorded. */
  constructor(private readonly kind: Target['kind'] | undefined) {}

  private enter(mode: Mode | undefined): void {
    this.mode = mode;
    this.bit = mode === undefined ? 0 : bitOf(mode);
  }

  /** Follows `instantiate`. */
  begin(eventModeUsed: boolean): void {
    this.saved.clear();
    this.forget();
    this.events = this.kind === 'modelExchange' || (this.kind === 'coSimulation' && eventModeUsed);
    this.enter(this.kind && 'instantiated');
  }

  /** The mode is unknown from now on. */
  lose(): void {
    this.enter(undefined);
  }

  private forget(): void {
    this.time = Number.NEGATIVE_INFINITY;
    this.nextEvent = Number.POSITIVE_INFINITY;
    this.isAsked = false;
    this.hasCrossed = false;
    this.signs = undefined;
  }

  /** Follows a call that was granted. `isAllowed`: the standard allows it in this mode. */
  follow(op: string, isAllowed: boolean): void {
    if (op === 'reset') this.forget();
    const next = this.after(op);
    if (next !== undefined) this.enter(isAllowed ? next : undefined);
  }

  private after(op: string): Mode | undefined {
    if (op === 'enterConfigurationMode') {
      this.before = this.mode;
      return this.mode === 'instantiated' ? 'configuration' : 'reconfiguration';
    }
    if (op === 'exitConfigurationMode') return this.mode === 'configuration' ? 'instantiated' : this.before;
    if (op !== 'exitInitializationMode') return leadsTo[op];
    if (this.events) return 'event';
    return this.kind === 'coSimulation' ? 'step' : 'clockActivation';
  }

  /** Follows `getState`: the mode belongs to the saved state. */
  save(handle: number, mode: Mode | undefined): void {
    if (mode !== undefined) this.saved.set(handle, mode);
  }

  savedIn(handle: number): Mode | undefined {
    return this.saved.get(handle);
  }

  /** Follows `setState`. What the FMU has asked for before does not hold any more. */
  restore(handle: number): void {
    this.forget();
    this.enter(this.saved.get(handle));
  }
}
