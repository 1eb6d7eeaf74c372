import { isTriggered } from '../../../fmu-sdk/description/variables/triggered-clock.ts';
import type { ContinuousInstance } from '../../../fmu-sdk/host/instance/continuous-instance.ts';
import type { EventStepping, Instance, NumericArray } from '../../../fmu-sdk/host/instance/instance.ts';
import { rowRounding } from '../../../fmu-sdk/util/time/same-time.ts';
import { connectedElements } from '../../system/connections/connected-elements.ts';
import type { Connection } from '../../system/system.ts';
import { instanceProxy } from '../instance-proxy.ts';
import type { DrivenSystem, UnitInputs } from './unit-inputs.ts';

const followed = new WeakMap<Instance, UnitInputs>();

/** Returns the file inputs that an instance follows inside its steps. */
export function followedInputs(instance: Instance): UnitInputs | undefined {
  return followed.get(instance);
}

/**
 * Returns a proxy of a unit that ends its steps at rows of its input file. A communication step then
 * consists of several steps.
 */
export function followingInstance(
  system: DrivenSystem,
  unit: number,
  instance: Instance,
  inputs: UnitInputs,
): Instance {
  const pieces = new FollowedSteps(system, unit, instance, inputs);
  const { continuous, eventful } = instance;
  const proxy = instanceProxy(instance, {
    step: (t, H) => pieces.step(t, H),
    ...(instance.seeEvents !== undefined && { seeEvents: (see) => pieces.seeEvents(see) }),
    ...(instance.announceJump !== undefined && { announceJump: (t) => instance.announceJump?.(t) }),
    ...(eventful !== undefined && { eventful: pieces.eventful(eventful, system.step) }),
    ...(continuous !== undefined && { continuous: continuous as ContinuousInstance }),
  });
  followed.set(proxy, inputs);
  return proxy;
}

/** Steps of one unit in pieces that end at rows of its input file. */
class FollowedSteps {
  private readonly others: PolynomialShift;
  private readonly ticks: TickMemory;
  private see: ((t: number) => void) | undefined;

  constructor(
    system: DrivenSystem,
    unit: number,
    private readonly instance: Instance,
    private readonly inputs: UnitInputs,
  ) {
    this.others = new PolynomialShift(
      system.connections.filter(({ to }) => to.unit === unit),
      instance,
    );
    this.ticks = new TickMemory(system, unit, instance);
  }

  seeEvents(see: (t: number) => void): void {
    const { instance } = this;
    // An event that a jump causes shows the values after it itself.
    const causesEvents = instance.continuous !== undefined || instance.announceJump !== undefined;
    this.see = causesEvents ? see : undefined;
    instance.seeEvents?.(see);
  }

  /** Makes a communication step from t by H [s]. */
  step(t: number, H: number): number {
    const { instance, inputs, others, ticks, see } = this;
    let stop = inputs.nextStop(t, H);
    if (stop === Number.POSITIVE_INFINITY) return instance.step(t, H);
    const end = t + H;
    let from = t;
    others.begin();
    ticks.begin();
    for (;;) {
      const to = Math.min(stop, end);
      this.load(t, from, to);
      const answer = instance.step(from, to - from);
      if (answer !== 0) return answer;
      ticks.add();
      if (to === end) break;
      if (see !== undefined && (inputs.jumpsAt(to, 0) || instance.eventful?.waits(to) === true)) see(to);
      from = to;
      stop = inputs.nextStop(from, end - from);
    }
    others.end();
    ticks.end();
    return 0;
  }

  /** Sets all inputs for a piece of a step from t. */
  private load(t: number, from: number, to: number): void {
    this.inputs.set(from, to - from);
    if (from > t) this.others.to(from - t);
  }

  /** Steps that end at jumps of the file, which then wait for `handle` as events do. */
  eventful(inner: EventStepping, H: number): EventStepping {
    const { inputs } = this;
    const slack = rowRounding * H;
    let waiting = Number.NaN;
    const isWaiting = (t: number): boolean => Math.abs(t - waiting) <= slack;
    return {
      waitAtStart: () => inner.waitAtStart?.(),
      step: (t, size) => {
        waiting = Number.NaN;
        const reached = this.toEvent(inner, t, size);
        if (reached < t + size && inputs.jumpsAt(reached, 0)) waiting = reached;
        return reached;
      },
      hasEvents: inner.hasEvents,
      waits: (t) => isWaiting(t) || inner.waits(t),
      handle: (t, keepsTicks) => {
        if (isWaiting(t)) inputs.set(t, H);
        waiting = Number.NaN;
        inner.handle(t, keepsTicks);
      },
    };
  }

  /** Steps from t by H [s], or up to the first jump or event. Returns the reached time. */
  private toEvent(inner: EventStepping, t: number, H: number): number {
    const { inputs, others } = this;
    const end = t + H;
    let from = t;
    let stop = inputs.nextStop(t, H);
    if (stop === Number.POSITIVE_INFINITY) return inner.step(t, H);
    others.begin();
    for (;;) {
      const to = Math.min(stop, end);
      this.load(t, from, to);
      const reached = inner.step(from, to - from);
      if (reached < to || to === end || inputs.jumpsAt(to, 0) || inner.waits(to)) {
        others.end();
        return reached;
      }
      from = to;
      stop = inputs.nextStop(from, end - from);
    }
  }
}

/**
 * Polynomials of connected inputs, which begin at the communication point. A piece of the step begins
 * later, so their slopes change.
 */
class PolynomialShift {
  private readonly places: { view: NumericArray; slot: number; slope: number }[];

  constructor(connections: readonly Connection[], instance: Instance) {
    this.places = connections.flatMap((connection) => {
      const { variable } = connection.to;
      if (variable.type !== 'Float64' || variable.variability !== 'continuous') return [];
      const { view, offset } = instance.polynomial(variable);
      if (offset < 0) return [];
      return connectedElements(connection).map(([, to]) => ({ view, slot: offset + 3 * to, slope: 0 }));
    });
  }

  begin(): void {
    for (const place of this.places) place.slope = Number(place.view[place.slot + 1]);
  }

  /** Moves the beginning of the polynomials by τ [s]. */
  to(tau: number): void {
    for (const { view, slot, slope } of this.places) view[slot + 1] = slope + tau * Number(view[slot + 2]);
  }

  end(): void {
    for (const { view, slot, slope } of this.places) view[slot + 1] = slope;
  }
}

/** Ticks of Clocks in all pieces of a step, which the views of the last piece do not show. */
class TickMemory {
  private readonly places: { view: NumericArray; at: number; ticked: boolean }[];

  constructor({ connections, record }: DrivenSystem, unit: number, instance: Instance) {
    const clocks = [...connections.map(({ from }) => from), ...record.columns]
      .filter((port) => port.unit === unit && port.variable.type === 'Clock')
      .map(({ variable }) => variable)
      .filter((clock) => clock.causality !== 'input' || !isTriggered(clock));
    this.places = [...new Set(clocks)].map((clock) => {
      const { view, offset } = instance.view(clock);
      return { view, at: offset, ticked: false };
    });
  }

  begin(): void {
    for (const place of this.places) place.ticked = false;
  }

  add(): void {
    for (const place of this.places) if (place.view[place.at] !== 0) place.ticked = true;
  }

  end(): void {
    for (const { view, at, ticked } of this.places) view[at] = Number(ticked);
  }
}
