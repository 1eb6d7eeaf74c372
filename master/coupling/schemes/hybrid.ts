import type { Snapshot } from '../../../fmu-sdk/host/state/snapshot.ts';
import type { StateVisitor } from '../../../fmu-sdk/util/state/stateful.ts';
import { SameInstant } from '../../../fmu-sdk/util/time/same-time.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import { takesAnyStep } from '../../system/structure/internal-steps.ts';
import type { CouplingContext, CouplingScheme } from '../coupling.ts';
import { Discontinuities } from '../events/discontinuities.ts';
import { DiscreteOutputs } from '../events/discrete-outputs.ts';
import { EventAccumulation } from '../events/event-accumulation.ts';
import { EventAgreement } from '../events/event-agreement.ts';
import { FirstEventSearch } from '../events/find-first-event.ts';
import { eventIterationOf, isClock, SuperDense, waitForPriorities } from '../events/super-dense.ts';
import { Adaptive, adaptiveOptions } from './adaptive.ts';
import { loopNeeds } from './shared/algebraic-loop.ts';

const { rejection: _, ...options } = adaptiveOptions;

/**
 * Steps of `adaptive` that end at the first event of any unit. A unit with events stops there
 * itself, by early return or by the integrator of model exchange. For a unit without events, a
 * change of a discrete output is an event, which is located by bisection.
 *
 * Units that went further are rolled back and step up to the event. There outputs and inputs are
 * exchanged until nothing changes, at one time (super-dense time: Lee & Zheng 2005, Broman et al.
 * 2013). Polynomials of discontinuous outputs restart.
 */
export const hybrid: CouplingScheme = {
  name: 'hybrid',
  traits: {
    order: 'extrapolation',
    implicit: false,
    interfaceModels: false,
    adaptive: true,
    events: true,
    needs: ['rollback'],
  },
  options: {
    ...options,
    resolution: {
      what: 'Tolerance of the location of an event in a unit that does not report its events [s]',
      default: 1e-11,
      least: 1e-15,
      most: 1,
    },
    passes: {
      what: 'Limit of passes of values between units at one event',
      default: 100,
      least: 1,
      most: 100_000,
      whole: true,
    },
  },
  alsoNeeds: loopNeeds,
  couple: (context) => new Hybrid(context),
};

/** Empty list of snapshots. */
const none: readonly Snapshot[] = [];

class Hybrid extends Adaptive {
  private readonly discrete: DiscreteOutputs;
  private readonly around: SuperDense;
  private readonly kinks: Discontinuities;
  private readonly accumulation: EventAccumulation;
  private readonly reach: FirstEventSearch;
  private readonly meeting: EventAgreement;
  private readonly resolution: number;
  private readonly same = new SameInstant();
  /** Time from which on an event belongs to the end of the step [s]. */
  private end = 0;
  private count = 0;
  private located = 0;
  /** True if discrete outputs changed in the shortest step of the bisection. */
  private atOnce = false;

  constructor(context: CouplingContext) {
    super(context, ({ from }) => from.variable.variability === 'continuous', isClock);
    const { system, instances } = context;
    const { scalarConnections } = this;
    refuseFixedSteps(context);
    waitForPriorities(context);
    scalarConnections.allowsShortSteps = true;
    this.kinks = new Discontinuities(context, scalarConnections);
    this.discrete = new DiscreteOutputs(system.connections, instances);
    this.around = new SuperDense(eventIterationOf(context, scalarConnections));
    this.accumulation = new EventAccumulation(system);
    this.reach = new FirstEventSearch(context, scalarConnections);
    this.meeting = new EventAgreement(context, scalarConnections, this.reach, this.scales, this.gains);
    this.resolution = Number(context.options.resolution);
  }

  override get notes(): readonly string[] {
    const { count, located } = this;
    const eventNote = `Events: ${count}${located > 0 ? `, ${located} of them found by bisection` : ''}.`;
    return [eventNote, ...super.notes];
  }

  override step(n: number, t: number, H: number): void {
    this.same.begin(t, H);
    this.end = t + H - this.same.near;
    this.accumulation.begin(t, H);
    // Handles events that are pending since files have changed inputs.
    this.at[0] = t;
    this.reached();
    super.step(n, t, H);
  }

  override settle(): boolean {
    const changed = super.settle();
    this.discrete.save();
    return changed;
  }

  /** Passes what the events at the start have changed, before the first row. */
  initialized(t: number): void {
    if (this.around.started() || this.waits(t)) this.event(t, true, true);
    this.discrete.save();
  }

  /** Steps all units up to the first event. */
  protected override advanceUnits(t: number, h: number): number {
    if (!this.canReject)
      throw new UserError(
        `step ${this.context.system.name}: hybrid needs rollback to the beginning of a step: ${this.why}.`,
      );
    const { discrete, scalarConnections, reach, meeting } = this;
    discrete.save();
    this.atOnce = false;
    scalarConnections.clearConsistent();
    reach.begin(t, h, this.snapshots ?? none);
    meeting.begin();
    const first = reach.stepToFirstEvent(t, h);
    const size = discrete.changed() ? first : meeting.confirm(t, h, first);
    const come = discrete.changed() ? this.locate(t, size) : size;
    scalarConnections.repeatStep(come);
    return come;
  }

  waits(t: number): boolean {
    return this.around.hasPendingEvent(t) || this.discrete.changed();
  }

  handle(t: number, jumped?: Uint8Array): void {
    const origin = this.discrete.origin();
    if (origin >= 0) {
      this.located++;
      this.accumulation.noteChange(t, origin, this.atOnce);
    }
    this.event(t, origin >= 0, false, jumped);
  }

  protected override reached(): void {
    const { context } = this;
    const t = this.at[0];
    // Events at the end of the step need the inputs of that time.
    if (t >= this.end || !this.waits(t)) return;
    context.event?.(t);
    this.handle(t);
    context.event?.(t);
  }

  /** Handles an event. `all` is true if its unit is unknown. */
  private event(t: number, all: boolean, began = false, jumped?: Uint8Array): void {
    const { around, discrete, kinks } = this;
    this.count++;
    around.run(t, began, jumped);
    this.accumulation.note(t, this.reach.same.near, around.origin);
    kinks.forget(all ? undefined : around.involved);
    discrete.save();
  }

  /**
   * Locates a change of discrete outputs in a step from t by h. All units are then directly after
   * it. Returns how far they came.
   */
  private locate(t: number, h: number): number {
    const { discrete, reach } = this;
    const least = Math.max(this.resolution, reach.same.near);
    let [before, after, at] = [0, h, h];
    while (after - before > least) {
      const middle = before + 0.5 * (after - before);
      this.back();
      this.lay();
      at = reach.stepToFirstEvent(t, middle);
      if (discrete.changed()) after = at;
      else if (at < middle) return at;
      else before = at;
    }
    this.atOnce = before === 0 && after < h;
    if (at !== after) {
      this.back();
      this.lay();
      after = reach.stepToFirstEvent(t, after);
    }
    return after;
  }

  private lay(): void {
    const { scalarConnections } = this;
    for (let i = 0; i < scalarConnections.size; i++) scalarConnections.extrapolate(i);
  }

  override visitState(state: StateVisitor): void {
    super.visitState(state);
    this.discrete.visitState(state);
    this.around.visitState(state);
    this.accumulation.visitState(state);
    this.reach.visitState(state);
    this.count = state.number('count', this.count);
    this.located = state.number('located', this.located);
  }
}

/** Refuses units that cannot end a step at any time. */
function refuseFixedSteps({ system, instances }: CouplingContext): void {
  const fixed = instances.flatMap(({ name, description: { coSimulation } }, k) => {
    const { kind = 'coSimulation' } = system.units[k].binary as { kind?: string };
    if (kind !== 'coSimulation' || coSimulation === undefined) return [];
    const { canHandleVariableCommunicationStepSize: isFree, fixedInternalStepSize: steps = 0 } = coSimulation;
    if (isFree && (steps === 0 || takesAnyStep(system.units[k]))) return [];
    return [steps > 0 ? `${name} (steps of ${steps} s)` : name];
  });
  if (fixed.length > 0)
    throw new UserError(
      `run ${system.name}: hybrid ends steps at events, but ${fixed.join(', ')} cannot take a step of any size (canHandleVariableCommunicationStepSize). ` +
        'Choose another scheme, or other exports of these FMUs.',
    );
}
