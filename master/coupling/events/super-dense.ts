import { UserError } from '../../../fmu-sdk/error.ts';
import type { Connection } from '../../system/system.ts';
import { cell, UnitFailure } from '../activity.ts';
import type { CouplingContext } from '../coupling.ts';
import { elementsOf } from '../elements.ts';
import { isLane, type Lanes } from '../lanes.ts';

/** Changes of a real value that are none, as a share of it: those of a loop that comes together never end otherwise. */
const same = 1e-12;

export const isClock = ({ to }: Connection): boolean => to.variable.type === 'Clock';

/** One connection at an event. */
interface Wire {
  readonly from: number;
  readonly to: number;
  readonly name: string;
  /** Whether its values change between events too. */
  readonly continuous: boolean;
  /** Hands on what the output is; whether the input has changed by that. `handled`: whether its unit has just handled an event. */
  hand(handled: boolean): boolean;
}

/**
 * Events at one time: units handle what waits, outputs go to inputs as they are, units whose inputs have changed by that handle it, and so on until
 * nothing changes any more.
 *
 * Call order: `waits` → where it says so `run`.
 */
export class SuperDense {
  /** The first unit of which an event was in the last `run`. */
  origin = -1;
  private readonly wires: readonly Wire[];
  private readonly touched: Uint8Array;
  private readonly handled: Uint8Array;
  private readonly most: number;

  constructor(
    private readonly context: CouplingContext,
    lanes: Lanes,
  ) {
    const { system, instances, options } = context;
    this.wires = system.connections.map((connection) => {
      const { from, to } = connection;
      const name = `${instances[from.unit].name}.${from.variable.name} → ${instances[to.unit].name}.${to.variable.name}`;
      return {
        from: from.unit,
        to: to.unit,
        name,
        continuous: from.variable.variability === 'continuous',
        hand: handing(context, connection, lanes),
      };
    });
    [this.touched, this.handled] = [0, 1].map(() => new Uint8Array(instances.length));
    this.most = Number(options.passes);
  }

  /** Whether an event of any unit waits at t [s]. */
  waits(t: number): boolean {
    const { instances } = this.context;
    for (let k = 0; k < instances.length; k++) if (instances[k].eventful?.waits(t) === true) return true;
    return false;
  }

  run(t: number): void {
    const { touched, most } = this;
    this.origin = -1;
    touched.fill(0);
    this.handled.fill(0);
    // What waits is handled with inputs of this time.
    this.hand();
    for (let passes = 0; this.pass(t) || passes === 0; passes++) if (passes === most) this.refuse(t);
  }

  /** Once around; whether anything has changed. `trace` is given the names of the connections that have. */
  private pass(t: number, trace?: Wire[]): boolean {
    const { touched, handled, context } = this;
    const { instances, activity } = context;
    let any = false;
    for (let k = 0; k < touched.length; k++) {
      const { eventful } = instances[k];
      handled[k] = 0;
      if (touched[k] === 0 && eventful?.waits(t) !== true) continue;
      if (this.origin < 0 && eventful?.waits(t) === true) this.origin = k;
      handled[k] = 1;
      touched[k] = 0;
      if (eventful === undefined) continue;
      activity.cells[cell.unit] = k;
      try {
        eventful.handle(t);
      } catch (thrown) {
        throw new UnitFailure(k, t, thrown);
      }
      any = true;
    }
    return this.hand(trace) || any;
  }

  /** Outputs to inputs; whether any has changed. */
  private hand(trace?: Wire[]): boolean {
    const { touched, handled, wires } = this;
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
    const { system } = this.context;
    const rounds = Array.from({ length: 2 * this.wires.length + 2 }, () => {
      const changed: Wire[] = [];
      this.pass(t, changed);
      return changed;
    });
    const path = pathOf(rounds);
    throw new UserError(
      `step ${system.name}: values that units hand each other at the event at t = ${t} s do not settle in ${this.most} passes` +
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
    if (next === undefined) break;
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

function handing(context: CouplingContext, connection: Connection, lanes: Lanes): Wire['hand'] {
  if (isClock(connection)) return ticking(context, connection);
  if (!isLane(connection)) {
    const exchange = context.exchange([connection]);
    return () => exchange.settle();
  }
  const indexes = Int32Array.from(lanes.indexesOf(connection));
  const [now, was] = [0, 1].map(() => new Float64Array(lanes.size));
  return () => {
    let changed = false;
    for (let j = 0; j < indexes.length; j++) {
      const i = indexes[j];
      lanes.read(i, now);
      lanes.given(i, was);
      if (!(now[i] * 0 === 0)) context.refuseInvalid();
      lanes.hold(i, now);
      if (Math.abs(now[i] - was[i]) > same * Math.max(Math.abs(now[i]), Math.abs(was[i]))) changed = true;
    }
    return changed;
  };
}

/** A clock goes on once: when its unit has just handled the event at which it ticked. */
function ticking({ instances, system }: CouplingContext, connection: Connection): Wire['hand'] {
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
  return (handled) => {
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
}
