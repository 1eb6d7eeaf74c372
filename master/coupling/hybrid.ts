import { UserError } from '../../fmu-sdk/error.ts';
import { cell, UnitFailure } from './activity.ts';
import { Adaptive, adaptiveOptions, rounding } from './adaptive.ts';
import type { CouplingContext, CouplingScheme } from './coupling.ts';
import { Accumulation } from './events/accumulation.ts';
import { DiscreteOutputs } from './events/discrete-outputs.ts';
import { Kinks } from './events/kinks.ts';
import { aroundLanes, isClock, SuperDense, waitForPriorities } from './events/super-dense.ts';
import { loopNeeds } from './point-loop.ts';

const { rejection: _, ...options } = adaptiveOptions;

/**
 * Steps of `adaptive` that end where the first event of any unit is. A unit that has events of its own stops there itself (early return, or the
 * integrator of model exchange); of one that has none an event is that a discrete output changes, and where it does is found by bisection. Units that
 * have gone further are returned to the step's begin and step up to the event. There outputs and inputs go around until none
 * changes any more, while time stands still (super-dense time: Lee & Zheng 2005; Broman et al. 2013), and polynomials of what goes on
 * otherwise begin anew.
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
      what: 'Within what an event is located of a unit that does not say when it has one [s]',
      default: 1e-11,
      least: 1e-15,
      most: 1,
    },
    passes: {
      what: 'How often values may go around at one time until none changes',
      default: 100,
      least: 1,
      most: 100_000,
      whole: true,
    },
  },
  alsoNeeds: loopNeeds,
  couple: (context) => new Hybrid(context),
};

/** How often the step may become shorter since a unit that steps again finds an earlier event. */
const mostTries = 50;
/** How often an event is looked for again with what outputs were where it was found: a solver's noise may move it for ever. */
const mostMeetings = 8;

class Hybrid extends Adaptive {
  private readonly discrete: DiscreteOutputs;
  private readonly around: SuperDense;
  private readonly kinks: Kinks;
  private readonly accumulation: Accumulation;
  /** How far each unit has come in the present step [s]. */
  private readonly come: Float64Array;
  private readonly into: Int32Array[];
  /** Units that have an event in the present step, and inputs that meet `ends` so far [s] behind its begin. */
  private readonly meets: Uint8Array;
  private readonly ends: Float64Array;
  private met = 0;
  private readonly was: Float64Array;
  private readonly resolution: number;
  private near = 0;
  private count = 0;
  private located = 0;
  /** Whether discrete outputs have changed in the shortest step that bisection tried. */
  private atOnce = false;

  constructor(context: CouplingContext) {
    super(context, ({ from }) => from.variable.variability === 'continuous', isClock);
    const { system, instances } = context;
    refuseFixedSteps(context);
    waitForPriorities(context);
    this.lanes.anywhere = true;
    this.kinks = new Kinks(context, this.lanes);
    this.discrete = new DiscreteOutputs(system.connections, instances);
    this.around = new SuperDense(aroundLanes(context, this.lanes));
    this.accumulation = new Accumulation(system);
    this.come = new Float64Array(instances.length);
    this.meets = new Uint8Array(instances.length);
    [this.ends, this.was] = [0, 1].map(() => new Float64Array(this.lanes.size));
    this.resolution = Number(context.options.resolution);
    const { to, size } = this.lanes;
    this.into = instances.map((_, k) =>
      Int32Array.from(Array.from({ length: size }, (_, i) => i).filter((i) => to[i] === k)),
    );
  }

  override get notes(): readonly string[] {
    const { count, located } = this;
    const own = `Events: ${count}${located > 0 ? `, ${located} of them found by bisection` : ''}.`;
    return [own, ...super.notes];
  }

  override step(n: number, t: number, H: number): void {
    this.accumulation.begin(t, H);
    if (n === 0) this.begin(t);
    // What waits from the start, or since files have changed inputs.
    this.at[0] = t;
    this.reached();
    super.step(n, t, H);
  }

  /** What the initialization has left. */
  private begin(t: number): void {
    this.discrete.keep();
    if (this.around.started()) this.event(t, true, true);
  }

  /** All units up to the first event. */
  protected override all(t: number, h: number): number {
    if (!this.takesBack)
      throw new UserError(
        `step ${this.context.system.name}: hybrid has to return units to where a step began: ${this.why}.`,
      );
    this.near = rounding * Math.max(Math.abs(t), h);
    this.discrete.keep();
    this.atOnce = false;
    this.lanes.disagree();
    this.meets.fill(0);
    this.met = 0;
    const first = this.toEvent(t, h);
    const size = this.discrete.changed() ? first : this.confirm(t, h, first);
    const come = this.discrete.changed() ? this.locate(t, size) : size;
    this.lanes.again(come);
    return come;
  }

  protected override reached(): void {
    const { around, discrete } = this;
    const t = this.at[0];
    const origin = discrete.origin();
    if (!around.waits(t) && origin < 0) return;
    if (origin >= 0) {
      this.located++;
      this.accumulation.noteChange(t, origin, this.atOnce);
    }
    this.event(t, origin >= 0);
  }

  /** `all`: nobody knows whose event it is. */
  private event(t: number, all: boolean, began = false): void {
    const { context, around, discrete, kinks } = this;
    this.count++;
    context.event?.(t);
    around.run(t, began);
    context.event?.(t);
    this.accumulation.note(t, this.near, around.origin);
    kinks.forget(all ? undefined : around.involved);
    discrete.keep();
  }

  /** All units from t by h, or to the first event that one of them finds; how far. */
  private toEvent(t: number, h: number): number {
    const { come, near } = this;
    let end = h;
    for (let k = 0; k < come.length; k++) {
      come[k] = this.one(k, t, end);
      if (come[k] < end - near) end = come[k];
    }
    for (let tries = 0; ; tries++) {
      let again = false;
      for (let k = 0; k < come.length; k++) {
        if (come[k] <= end + near) continue;
        again = true;
        this.snapshots?.[k].restore();
        for (let j = 0; j < this.into[k].length; j++) this.lanes.extrapolate(this.into[k][j]);
        come[k] = end > near ? this.one(k, t, end) : 0;
        if (come[k] < end - near) end = come[k];
      }
      if (!again) return end === h || end > near ? end : 0;
      if (tries === mostTries) this.refuseEarlier(t, end);
    }
  }

  /**
   * Events in a step from t by h that were found `size` [s] behind t with what inputs were extrapolated to: their units step again with polynomials that meet what outputs
   * are there, until an event is where it was found; how far all units are then. So an event is where outputs say, and not what was thought of them before.
   */
  private confirm(t: number, h: number, size: number): number {
    const { near, lanes, ends, meets, into, come } = this;
    if (!this.find(size, h)) return size;
    let end = size;
    for (let tries = 0; tries < mostMeetings; tries++) {
      let at = end;
      if (at <= near) {
        // At once: nobody knows yet where inputs go.
        if (tries > 0 || !this.isShort()) break;
        at = this.others(t, h, true);
        if (at <= near) return this.others(t, end, false);
      }
      for (let i = 0; i < lanes.size; i++) lanes.read(i, ends);
      this.met = at;
      end = h;
      for (let k = 0; k < come.length; k++) if (meets[k] === 1) end = Math.min(end, this.anew(k, t, h));
      end = this.others(t, end, false);
      if (end === h || Math.abs(end - at) <= near) break;
    }
    for (let k = 0; k < into.length; k++) if (meets[k] === 1 && come[k] <= end + near) this.agree(into[k]);
    return end === h || end > near ? end : this.others(t, 0, false);
  }

  /** Marks units that have stopped at events behind `size` [s], and follow others; whether there are any. */
  private find(size: number, h: number): boolean {
    const { come, near, into, lanes, meets, context } = this;
    if (size === h) return false;
    let any = false;
    for (let k = 0; k < come.length; k++) {
      if (context.instances[k].eventful === undefined || come[k] > size + near) continue;
      for (let j = 0; j < into[k].length; j++) if (lanes.moves(into[k][j])) meets[k] = 1;
      if (meets[k] === 1) any = true;
    }
    return any;
  }

  /** Whether a unit that was marked follows what has no past. */
  private isShort(): boolean {
    const { lanes, meets } = this;
    for (let i = 0; i < lanes.size; i++) if (meets[lanes.to[i]] === 1 && lanes.isShort(i)) return true;
    return false;
  }

  /** One unit from where the step began by h, or to its first event; how far. */
  private anew(k: number, t: number, h: number): number {
    const { lanes, into, meets, met, ends } = this;
    this.snapshots?.[k].restore();
    for (let j = 0; j < into[k].length; j++) {
      const i = into[k][j];
      if (meets[k] === 1 && met > 0 && lanes.moves(i)) lanes.meet(i, ends, met);
      else lanes.extrapolate(i);
    }
    this.come[k] = h > this.near ? this.one(k, t, h) : 0;
    return this.come[k];
  }

  /** All units to `end` [s] behind t, those that were marked apart where `apart` says so, or to an event before; how far. */
  private others(t: number, end: number, apart: boolean): number {
    const { come, near, meets } = this;
    for (let tries = 0; ; tries++) {
      let again = false;
      for (let k = 0; k < come.length; k++) {
        if (Math.abs(come[k] - end) <= near || (apart && meets[k] === 1)) continue;
        again = true;
        if (this.anew(k, t, end) < end - near) end = come[k];
      }
      if (!again) return end;
      if (tries === mostTries) this.refuseEarlier(t, end);
    }
  }

  /** What inputs stand at by which an event was found, they stand at in it too, where that is within what is wanted of the coupling. */
  private agree(into: Int32Array): void {
    const { lanes, now, was, scales, gains } = this;
    for (let j = 0; j < into.length; j++) {
      const i = into[j];
      lanes.read(i, now);
      lanes.given(i, was);
      if (Math.abs(now[i] - was[i]) * scales.weights[i] <= gains.tolerance) lanes.agree(i);
    }
  }

  /** One unit from t by h, or to its first event; how far. */
  private one(unit: number, t: number, h: number): number {
    const { context, near } = this;
    const { eventful } = context.instances[unit];
    if (eventful === undefined) {
      context.advance(unit, t, h);
      return h;
    }
    context.activity.cells[cell.unit] = unit;
    try {
      const come = eventful.step(t, h) - t;
      return come >= h - near ? h : Math.max(0, come);
    } catch (thrown) {
      throw new UnitFailure(unit, t, thrown);
    }
  }

  /** Where discrete outputs change in a step from t by h, in which they do: all units stand just behind it; how far that is. */
  private locate(t: number, h: number): number {
    const { near, discrete } = this;
    const least = Math.max(this.resolution, near);
    let [before, after, at] = [0, h, h];
    while (after - before > least) {
      const middle = before + 0.5 * (after - before);
      this.back();
      this.lay();
      at = this.toEvent(t, middle);
      if (discrete.changed()) after = at;
      else if (at < middle) return at;
      else before = at;
    }
    this.atOnce = before === 0 && after < h;
    if (at !== after) {
      this.back();
      this.lay();
      after = this.toEvent(t, after);
    }
    return after;
  }

  private lay(): void {
    const { lanes } = this;
    for (let i = 0; i < lanes.size; i++) lanes.extrapolate(i);
  }

  private refuseEarlier(t: number, end: number): never {
    const { system } = this.context;
    const late = system.units.filter((_, k) => this.come[k] <= end + this.near).map(({ name }) => name);
    throw new UserError(
      `step ${system.name}: at t = ${t} s an event comes earlier each time that the step to it is made again, ${mostTries} times up to ${t + end} s; it is of ${late.join(' or ')}. ` +
        'Its unit does not give the same values when it steps again from a state: try jacobi, or ask who made it.',
    );
  }
}

/** Units that cannot end a step anywhere. */
function refuseFixedSteps({ system, instances }: CouplingContext): void {
  const fixed = instances.flatMap(({ name, description: { coSimulation } }, k) => {
    const { kind = 'coSimulation' } = system.units[k].binary as { kind?: string };
    const steps = coSimulation?.fixedInternalStepSize ?? 0;
    if (kind !== 'coSimulation' || coSimulation === undefined) return [];
    if (steps > 0) return [`${name} (steps of ${steps} s)`];
    return coSimulation.canHandleVariableCommunicationStepSize ? [] : [name];
  });
  if (fixed.length > 0)
    throw new UserError(
      `run ${system.name}: hybrid ends steps where events are, and ${fixed.join(', ')} cannot take a step of any size (canHandleVariableCommunicationStepSize, fixedInternalStepSize). ` +
        'Choose another scheme, or other exports of these units.',
    );
}
