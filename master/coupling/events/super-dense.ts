import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import type { Connection } from '../../system/system.ts';
import { cell, UnitFailure } from '../activity.ts';
import type { CouplingContext } from '../coupling.ts';
import { elementsOf } from '../transfer/connected-elements.ts';
import { isLane, type Lanes } from '../transfer/scalar-connections.ts';

/** What goes around at an event, and among whom. */
export interface Around {
  /** Of the system, for messages. */
  readonly name: string;
  readonly units: number;
  /** Of each unit which come before it at one time: the smaller number first. */
  readonly ranks: Uint32Array;
  readonly wires: readonly Wire[];
  /** How often values may go around. */
  readonly most: number;
  /** Whether an event of unit k's own waits at t [s]. */
  waits(k: number, t: number): boolean;
  /** Lets unit k handle what waits, and inputs that have changed; false where it has no events. */
  handle(k: number, t: number): boolean;
  /** Before outputs go to inputs. */
  look?(t: number): void;
}

export const isClock = ({ to }: Connection): boolean => to.variable.type === 'Clock';

/** One connection at an event. */
export interface Wire {
  readonly from: number;
  readonly to: number;
  readonly name: string;
  /** Whether its values change between events too. */
  readonly continuous: boolean;
  /** Hands on what the output is; whether the input has changed by that. `handled`: whether its unit has just handled an event. */
  hand(handled: boolean): boolean;
  /** Of Clocks: whether what it comes from has ticked. */
  ticked?(): boolean;
  /** The values that there are now are no change; of wires that compare. */
  keep?(): void;
}

/** What of `Around.ranks` the priorities of a system's units make: those without one are the last, together. */
export function ranksOf(units: readonly { readonly priority?: number }[]): Uint32Array {
  const priorities = units.map(({ priority = Number.POSITIVE_INFINITY }) => priority);
  const sorted = [...new Set(priorities)].sort((a, b) => a - b);
  return Uint32Array.from(priorities, (priority) => sorted.indexOf(priority));
}

/** Where units have priorities, what is due at the start waits until they handle it by them. */
export function waitForPriorities({ system, instances }: CouplingContext): void {
  if (system.units.every(({ priority }) => priority === undefined)) return;
  for (const { eventful } of instances) eventful?.waitAtStart?.();
}

/**
 * Events at one time: units handle what waits, outputs go to inputs as they are, units whose inputs have changed by that handle it, and so on until
 * nothing changes any more. Each time those of the first rank that has anything to do, all others of which wait.
 *
 * Call order: `waits` → where it says so `run`.
 */
export class SuperDense {
  /** The first unit of which an event was in the last `run`. */
  origin = -1;
  /** Which units have handled an event in the last `run`. */
  readonly involved: Uint8Array;
  private readonly touched: Uint8Array;
  private readonly handled: Uint8Array;
  private readonly waiting: Uint8Array;
  /** How many ranks there are. */
  private readonly count: number;

  constructor(private readonly around: Around) {
    [this.touched, this.handled, this.waiting, this.involved] = [0, 1, 2, 3].map(
      () => new Uint8Array(around.units),
    );
    this.count = 1 + around.ranks.reduce((most, rank) => Math.max(most, rank), 0);
  }

  /** Whether an event of any unit waits at t [s]. */
  waits(t: number): boolean {
    const { around } = this;
    for (let k = 0; k < around.units; k++) if (around.waits(k, t)) return true;
    return false;
  }

  /** Whether a Clock has ticked while units were initialized. */
  started(): boolean {
    return this.around.wires.some((wire) => wire.ticked?.() === true);
  }

  /** `began`: units have come from their initialization, and what has ticked there goes on. */
  run(t: number, began = false): void {
    const { touched } = this;
    const most = this.around.most * this.count;
    this.origin = -1;
    touched.fill(0);
    this.handled.fill(began ? 1 : 0);
    this.involved.fill(began ? 1 : 0);
    // What waits is handled with inputs of this time.
    this.hand(t);
    for (let passes = 0; this.pass(t) || passes === 0; passes++) if (passes === most) this.refuse(t);
  }

  /** Once around; whether anything has changed, or is left to others. `trace` is given the connections that have. */
  private pass(t: number, trace?: Wire[]): boolean {
    const { touched, handled, around, waiting } = this;
    const { ranks } = around;
    let first = this.count;
    let last = 0;
    for (let k = 0; k < touched.length; k++) {
      waiting[k] = Number(around.waits(k, t));
      handled[k] = 0;
      if (touched[k] === 0 && waiting[k] === 0) continue;
      first = Math.min(first, ranks[k]);
      last = Math.max(last, ranks[k]);
    }
    let any = last > first;
    for (let k = 0; k < touched.length; k++) {
      if (ranks[k] !== first || (touched[k] === 0 && waiting[k] === 0)) continue;
      if (this.origin < 0 && waiting[k] === 1) this.origin = k;
      handled[k] = this.involved[k] = 1;
      touched[k] = 0;
      if (around.handle(k, t)) any = true;
    }
    return this.hand(t, trace) || any;
  }

  /** Outputs to inputs; whether any has changed. */
  private hand(t: number, trace?: Wire[]): boolean {
    const { touched, handled, around } = this;
    const { wires } = around;
    around.look?.(t);
    let any = false;
    for (let i = 0; i < wires.length; i++) {
      const wire = wires[i];
      if (!wire.hand(handled[wire.from] === 1)) continue;
      if (this.origin < 0 && !wire.continuous) this.origin = wire.from;
      touched[wire.to] = 1;
      any = true;
      trace?.push(wire);
    }
    return any;
  }

  /** Goes on for a while to see what goes around. */
  private refuse(t: number): never {
    const { name, wires, most } = this.around;
    const rounds = Array.from({ length: (2 * wires.length + 2) * this.count }, () => {
      const changed: Wire[] = [];
      this.pass(t, changed);
      return changed;
    });
    const path = pathOf(rounds);
    throw new UserError(
      `step ${name}: values that units hand each other at the event at t = ${t} s do not settle in ${most} passes` +
        `${path === '' ? '' : `; they go around by ${path}`}. ` +
        'Break the circle by a unit that answers later (a delay, a hysteresis), or raise "passes" where it only is slow.',
    );
  }
}

/** Connections that change one after the other until the first comes again. */
function pathOf(rounds: readonly (readonly Wire[])[]): string {
  const path: Wire[] = [];
  for (const changed of rounds) {
    const last = path.at(-1);
    const next = changed.find(({ from }) => last === undefined || from === last.to);
    if (next === undefined) continue;
    const before = path.indexOf(next);
    if (before >= 0)
      return path
        .slice(before)
        .map(({ name }) => name)
        .join(', ');
    path.push(next);
  }
  return path.map(({ name }) => name).join(', ');
}

/** Units of a scheme that lays polynomials, with all connections between them. */
export function aroundLanes(context: CouplingContext, lanes: Lanes): Around {
  const { system, instances, options, activity } = context;
  return {
    name: system.name,
    units: instances.length,
    ranks: ranksOf(system.units),
    most: Number(options.passes),
    wires: system.connections.map((connection) =>
      wireOf(
        context,
        connection,
        isLane(connection) ? { hand: laneHanding(context, connection, lanes) } : undefined,
      ),
    ),
    waits: (k, t) => instances[k].eventful?.waits(t) === true,
    handle(k, t) {
      const { eventful } = instances[k];
      if (eventful === undefined) return false;
      activity.cells[cell.unit] = k;
      try {
        eventful.handle(t);
      } catch (thrown) {
        throw new UnitFailure(k, t, thrown);
      }
      return true;
    },
  };
}

/** A connection at an event: clocks tick, and what `hand` does not hand on goes over as it is. */
export function wireOf(
  context: CouplingContext,
  connection: Connection,
  own?: Pick<Wire, 'hand' | 'keep'>,
): Wire {
  const { instances } = context;
  const { from, to } = connection;
  return {
    from: from.unit,
    to: to.unit,
    name: `${instances[from.unit].name}.${from.variable.name} → ${instances[to.unit].name}.${to.variable.name}`,
    continuous: from.variable.variability === 'continuous',
    ...(own ?? (isClock(connection) ? ticking(context, connection) : copying(context, connection))),
  };
}

/** What is on a Clock waits for its tick, which alone is an event of the unit. */
function copying(context: CouplingContext, connection: Connection): Pick<Wire, 'hand'> {
  const exchange = context.exchange([connection]);
  const waits = (connection.to.variable.clocks?.length ?? 0) > 0;
  return { hand: () => exchange.settle() && !waits };
}

function laneHanding(context: CouplingContext, connection: Connection, lanes: Lanes): Wire['hand'] {
  const indexes = Int32Array.from(lanes.indexesOf(connection));
  const [now, was] = [0, 1].map(() => new Float64Array(lanes.size));
  return () => {
    let changed = false;
    for (let j = 0; j < indexes.length; j++) {
      const i = indexes[j];
      lanes.read(i, now);
      lanes.given(i, was);
      if (!(now[i] * 0 === 0)) context.refuseInvalid();
      const stays = lanes.isGiven(i, now);
      lanes.hold(i, stays ? was : now);
      if (!stays) changed = true;
    }
    return changed;
  };
}

/** A clock goes on once: when its unit has just handled the event at which it ticked. */
function ticking(
  { instances, system }: CouplingContext,
  connection: Connection,
): Pick<Wire, 'hand' | 'ticked'> {
  const { from, to } = connection;
  const silent = [from, to].find(({ unit }) => instances[unit].eventful === undefined);
  if (silent !== undefined)
    throw new UserError(
      `run ${system.name}: the Clock ${instances[silent.unit].name}.${silent.variable.name} is connected, and what runs its unit handles events by itself. ` +
        'Run the native library or the component of another export of it, or hand on a number that changes with the tick.',
    );
  const source = instances[from.unit].view(from.variable);
  const target = instances[to.unit].view(to.variable);
  const elements = elementsOf(connection);
  const hand = (handled: boolean): boolean => {
    let ticked = false;
    if (!handled) return false;
    for (let i = 0; i < elements.length; i++) {
      const [out, into] = elements[i];
      if (!source.view[source.offset + out]) continue;
      target.view[target.offset + into] = 1;
      ticked = true;
    }
    return ticked;
  };
  return { hand, ticked: () => elements.some(([out]) => source.view[source.offset + out] !== 0) };
}
