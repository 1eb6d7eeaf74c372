import type { Stateful, StateVisitor } from '../../../fmu-sdk/util/state/stateful.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import { connectedElements } from '../../system/connections/connected-elements.ts';
import type { Connection } from '../../system/system.ts';
import { cell, InstanceFailure } from '../activity.ts';
import type { CouplingContext } from '../coupling.ts';
import { isScalarConnection, type ScalarConnections } from '../transfer/scalar-connections.ts';

/** Units and connections that take part in an event iteration. */
export interface EventIteration {
  /** Name of the system, for messages. */
  readonly name: string;
  readonly units: number;
  /** Returns the name of unit k, for messages. */
  nameOf(k: number): string;
  /** Rank of each unit at simultaneous events. Smaller ranks come first. */
  readonly ranks: Uint32Array;
  readonly connections: readonly EventConnection[];
  /** Limit of passes. */
  readonly most: number;
  /** Reports whether unit k has a pending event at t [s]. */
  hasPendingEvent(k: number, t: number): boolean;
  /**
   * Lets unit k handle pending events and changed inputs. Returns false if it does not have events.
   */
  handle(k: number, t: number): boolean;
  /** Called before outputs are passed to inputs. */
  look?(t: number): void;
}

export const isClock = ({ to }: Connection): boolean => to.variable.type === 'Clock';

/** Connection at an event. */
export interface EventConnection {
  readonly from: number;
  readonly to: number;
  readonly name: string;
  /** True if its values change between events too. */
  readonly continuous: boolean;
  /**
   * Passes the output's value. Returns true if the input changed. `handled` is true if the source
   * unit has just handled an event.
   */
  hand(handled: boolean): boolean;
  /** Reports whether the source Clock has ticked. */
  ticked?(): boolean;
  /** Saves the present values for later comparison, in connections that compare. */
  keep?(): void;
  /** Saves or restores the values that were passed, in connections that compare with them. */
  visitState?(state: StateVisitor): void;
}

/**
 * Returns `EventIteration.ranks` for the priorities of a system's units. Units without a priority
 * are last, together.
 */
export function ranksOf(units: readonly { readonly priority?: number }[]): Uint32Array {
  const priorities = units.map(({ priority = Number.POSITIVE_INFINITY }) => priority);
  const sorted = [...new Set(priorities)].sort((a, b) => a - b);
  return Uint32Array.from(priorities, (priority) => sorted.indexOf(priority));
}

/** Lets events at the start wait for the iteration in a system with priorities. */
export function waitForPriorities({ system, instances }: CouplingContext): void {
  if (system.units.every(({ priority }) => priority === undefined)) return;
  for (const { eventful } of instances) eventful?.waitAtStart?.();
}

/**
 * Event iteration at one time. Units handle pending events, outputs are passed to inputs, and units
 * with changed inputs handle them, until nothing changes. In each pass only units of the first
 * active rank take part.
 *
 * Call order: `waits` → `run` if it returns true.
 */
export class SuperDense implements Stateful {
  /** First unit with an event in the last `run`. */
  origin = -1;
  /** Flags of units that handled an event in the last `run`. */
  readonly involved: Uint8Array;
  private readonly touched: Uint8Array;
  private readonly handled: Uint8Array;
  private readonly waiting: Uint8Array;
  /** Number of ranks. */
  private readonly count: number;

  constructor(private readonly around: EventIteration) {
    [this.touched, this.handled, this.waiting, this.involved] = [0, 1, 2, 3].map(
      () => new Uint8Array(around.units),
    );
    this.count = 1 + around.ranks.reduce((most, rank) => Math.max(most, rank), 0);
  }

  /** Reports whether any unit has a pending event at t [s]. */
  hasPendingEvent(t: number): boolean {
    const { around } = this;
    for (let k = 0; k < around.units; k++) if (around.hasPendingEvent(k, t)) return true;
    return false;
  }

  /** Reports whether a Clock has ticked during initialization. */
  started(): boolean {
    return this.around.connections.some((wire) => wire.ticked?.() === true);
  }

  /**
   * Runs the event iteration. `began` is true if ticks that units have handled already are passed
   * on, as directly after the initialization. `jumped` marks units whose inputs from files jump.
   */
  run(t: number, began = false, jumped?: Uint8Array): void {
    const { touched } = this;
    const most = this.around.most * this.count;
    this.origin = -1;
    touched.fill(0);
    if (jumped !== undefined) touched.set(jumped);
    this.handled.fill(began ? 1 : 0);
    this.involved.fill(began ? 1 : 0);
    // Pending events need inputs of this time.
    this.hand(t);
    for (let passes = 0; this.pass(t) || passes === 0; passes++) if (passes === most) this.refuse(t);
  }

  /**
   * Runs one pass. Returns true if anything changed or is left to other ranks. `trace` receives the
   * changed connections.
   */
  private pass(t: number, trace?: EventConnection[]): boolean {
    const { touched, handled, around, waiting } = this;
    const { ranks } = around;
    let first = this.count;
    let last = 0;
    for (let k = 0; k < touched.length; k++) {
      waiting[k] = Number(around.hasPendingEvent(k, t));
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

  /** Passes outputs to inputs. Returns true if any changed. */
  private hand(t: number, trace?: EventConnection[]): boolean {
    const { touched, handled, around } = this;
    const { connections } = around;
    around.look?.(t);
    let any = false;
    for (let i = 0; i < connections.length; i++) {
      const wire = connections[i];
      if (!wire.hand(handled[wire.from] === 1)) continue;
      if (this.origin < 0 && !wire.continuous) this.origin = wire.from;
      touched[wire.to] = 1;
      any = true;
      trace?.push(wire);
    }
    return any;
  }

  /** Runs some more passes to find the cycle for the message. */
  private refuse(t: number): never {
    const { name, connections, most } = this.around;
    const rounds = Array.from({ length: (2 * connections.length + 2) * this.count }, () => {
      const changed: EventConnection[] = [];
      this.pass(t, changed);
      return changed;
    });
    const path = pathOf(rounds);
    const units = path === '' ? Array.from({ length: this.around.units }, (_, k) => k) : [];
    const restless = units.filter((k) => this.around.hasPendingEvent(k, t)).map((k) => this.around.nameOf(k));
    if (restless.length > 0)
      throw new UserError(
        `step ${name}: events of ${restless.join(', ')} at t = ${t} s do not end: another one is due after each of ${most} passes. ` +
          'Ask the author of the FMU, or raise "passes" if the events end later.',
      );
    throw new UserError(
      `step ${name}: exchanged values at the event at t = ${t} s do not settle in ${most} passes` +
        `${path === '' ? '' : ` (cycle: ${path})`}. ` +
        'Break the cycle with a unit that responds later (delay, hysteresis), or raise "passes" if it only converges slowly.',
    );
  }

  visitState(state: StateVisitor): void {
    const { connections } = this.around;
    for (let i = 0; i < connections.length; i++) connections[i].visitState?.(state);
  }
}

/** Returns the connections that change one after another until the first one changes again. */
function pathOf(rounds: readonly (readonly EventConnection[])[]): string {
  const path: EventConnection[] = [];
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

/** Returns units and all their connections for a scheme that sets polynomials. */
export function eventIterationOf(
  context: CouplingContext,
  scalarConnections: ScalarConnections,
): EventIteration {
  const { system, instances, options, activity } = context;
  return {
    name: system.name,
    units: instances.length,
    nameOf: (k) => instances[k].name,
    ranks: ranksOf(system.units),
    most: Number(options.passes),
    connections: system.connections.map((connection) =>
      eventConnectionOf(
        context,
        connection,
        isScalarConnection(connection)
          ? { hand: scalarConnectionTransfer(context, connection, scalarConnections) }
          : undefined,
      ),
    ),
    hasPendingEvent: (k, t) => instances[k].eventful?.waits(t) === true,
    handle(k, t) {
      const { eventful } = instances[k];
      if (eventful === undefined) return false;
      activity.cells[cell.unit] = k;
      try {
        eventful.handle(t);
      } catch (thrown) {
        throw new InstanceFailure(k, t, thrown);
      }
      return true;
    },
  };
}

/**
 * Creates a connection at an event. Clocks tick, and values that `hand` does not pass are copied.
 */
export function eventConnectionOf(
  context: CouplingContext,
  connection: Connection,
  customTransfer?: Pick<EventConnection, 'hand' | 'keep' | 'visitState'>,
): EventConnection {
  const { instances } = context;
  const { from, to } = connection;
  return {
    from: from.unit,
    to: to.unit,
    name: `${instances[from.unit].name}.${from.variable.name} → ${instances[to.unit].name}.${to.variable.name}`,
    continuous: from.variable.variability === 'continuous',
    ...(customTransfer ??
      (isClock(connection) ? clockConnection(context, connection) : copyConnection(context, connection))),
  };
}

/** A clocked value waits for the tick of its Clock, which is the only event of the unit. */
function copyConnection(
  context: CouplingContext,
  connection: Connection,
): Pick<EventConnection, 'hand' | 'visitState'> {
  const exchange = context.exchange([connection]);
  const hasPendingEvent = (connection.to.variable.clocks?.length ?? 0) > 0;
  return {
    hand: () => exchange.settle() && !hasPendingEvent,
    visitState: (state) => exchange.visitState(state),
  };
}

function scalarConnectionTransfer(
  context: CouplingContext,
  connection: Connection,
  scalarConnections: ScalarConnections,
): EventConnection['hand'] {
  const indexes = Int32Array.from(scalarConnections.indexesOf(connection));
  const [now, was] = [0, 1].map(() => new Float64Array(scalarConnections.size));
  return () => {
    let changed = false;
    for (let j = 0; j < indexes.length; j++) {
      const i = indexes[j];
      scalarConnections.readOutput(i, now);
      scalarConnections.readInput(i, was);
      if (!(now[i] * 0 === 0)) context.refuseInvalid();
      const stays = scalarConnections.isConsistent(i, now);
      scalarConnections.holdInput(i, stays ? was : now);
      if (!stays) changed = true;
    }
    return changed;
  };
}

/** Passes a tick once, when its unit has just handled the event of the tick. */
function clockConnection(
  { instances, system }: CouplingContext,
  connection: Connection,
): Pick<EventConnection, 'hand' | 'ticked'> {
  const { from, to } = connection;
  const silent = [from, to].find(({ unit }) => instances[unit].eventful === undefined);
  if (silent !== undefined)
    throw new UserError(
      `run ${system.name}: the Clock ${instances[silent.unit].name}.${silent.variable.name} is connected, but the host of its unit handles events by itself. ` +
        'Run the native library or the component of another export of the FMU, or connect a number that changes with the tick.',
    );
  const source = instances[from.unit].view(from.variable);
  const target = instances[to.unit].view(to.variable);
  const elements = connectedElements(connection);
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
