import type { Variable } from '../../../fmu-sdk/description/description.ts';
import type { Instance, NumericArray } from '../../../fmu-sdk/host/instance.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import { byOrder } from '../../extrapolation/extrapolation-registry.ts';
import type { Connection, SystemUnit } from '../../system/system.ts';
import { elementsOf } from './connected-elements.ts';

/**
 * The continuous real elements that units exchange, as one vector: uᵢ = factor · y + offset of the output that feeds input i.
 * Schemes that look at values before they hand them over work on it; other values go by an `Exchange`.
 *
 * Over a step from t_n to t_n + H an input follows a polynomial of its connection's order m, or of a lower one while there is no
 * history: `extrapolate` lays it through u(t_n), u(t_{n−1}), …; `meet` through a value at t_n + H, u(t_n), …, for m = 0 that value
 * alone. Steps may have different sizes. An input that takes no polynomial holds the value of m = 0.
 */
export class Lanes {
  readonly size: number;
  /** Indexes of the units. */
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** u(t_n), after `begin`. */
  readonly now: Float64Array;
  /** u(t_{n−1}). */
  readonly before: Float64Array;
  private readonly earlier: Float64Array;
  private readonly sources: NumericArray[] = [];
  private readonly sourceAt: Int32Array;
  private readonly targets: Float64Array[] = [];
  private readonly targetAt: Int32Array;
  private readonly slots: Int32Array;
  private readonly orders: Int32Array;
  private readonly factors: Float64Array;
  private readonly offsets: Float64Array;
  private readonly connections: Connection[] = [];
  /** Number of values that there are of the past of each lane at least, the present one among them: 1 in the first step, then 2, then 3. */
  known = 0;
  /** Whether steps may end anywhere, as at events: of values that are too near to each other to say how they change the newer one is kept. */
  anywhere = false;
  /** Outputs for which inputs stand where they do by agreement; NaN: none. */
  private readonly agreed: Float64Array;
  /** Of each lane, how many values of the past may be used beside the present one; −1 before its first step. */
  private readonly past: Int32Array;
  /** Of each lane, how long ago the last value was, and by how much longer the one before it [s]. */
  private readonly last: Float64Array;
  private readonly lastButOne: Float64Array;
  /** Size of the present step [s]. */
  private readonly step = new Float64Array(1);

  /** `orderOf` gives a connection's order; left out, that of its Lagrange polynomial, where it is one. */
  constructor(
    connections: readonly Connection[],
    instances: readonly Instance[],
    orderOf: (connection: Connection) => number = (c) => lagrangeOrder(c, instances),
  ) {
    const lanes = connections.flatMap((c) => lanesOf(c, instances));
    const integers = (pick: (lane: Lane) => number): Int32Array => Int32Array.from(lanes, pick);
    this.size = lanes.length;
    this.from = integers((lane) => lane.connection.from.unit);
    this.to = integers((lane) => lane.connection.to.unit);
    this.sourceAt = integers((lane) => lane.sourceAt);
    this.targetAt = integers((lane) => lane.targetAt);
    this.slots = integers((lane) => lane.slot);
    this.orders = integers((lane) => (lane.slot < 0 ? 0 : orderOf(lane.connection)));
    this.factors = Float64Array.from(lanes, (lane) => lane.connection.conversion?.factor ?? 1);
    this.offsets = Float64Array.from(lanes, (lane) => lane.connection.conversion?.offset ?? 0);
    for (const lane of lanes) {
      this.sources.push(lane.source);
      this.targets.push(lane.target);
      this.connections.push(lane.connection);
    }
    [this.now, this.before, this.earlier, this.last, this.lastButOne] = [0, 1, 2, 3, 4].map(
      () => new Float64Array(lanes.length),
    );
    this.past = new Int32Array(lanes.length).fill(-1);
    this.agreed = new Float64Array(lanes.length).fill(Number.NaN);
  }

  /** Begins a step of H [s]: what the outputs are now is u(t_n). False where that is not finite. */
  begin(H: number): boolean {
    const { size, now, past, step, anywhere } = this;
    let finite = 0;
    let least = 2;
    for (let i = 0; i < size; i++) {
      const was = now[i];
      this.read(i, now);
      finite += now[i] * 0;
      const value = now[i] === this.agreed[i] ? this.targets[i][this.targetAt[i]] : now[i];
      if (anywhere && this.isNear(i, H)) this.last[i] += step[0];
      else this.keep(i, was);
      now[i] = value;
      this.agreed[i] = Number.NaN;
      if (past[i] < least) least = past[i];
    }
    step[0] = H;
    this.known = 1 + least;
    return finite === 0;
  }

  /** The value that was the present one is the last, and that the one before it. */
  private keep(i: number, was: number): void {
    const { before, earlier, last, lastButOne, past, step } = this;
    earlier[i] = before[i];
    before[i] = was;
    lastButOne[i] = last[i];
    last[i] = step[0];
    if (past[i] < 2) past[i]++;
  }

  /** Whether the step that has ended was too short to say how lane i changes over the next, of H [s]. */
  private isNear(i: number, H: number): boolean {
    const { past, step } = this;
    if (past[i] < 0) return false;
    return step[0] === 0 || (past[i] > 0 && step[0] < apart * H);
  }

  /** Whether what output i is, which is in place i, is what its input stands at: by agreement, or but for rounding. */
  isGiven(i: number, values: Float64Array): boolean {
    return values[i] === this.agreed[i] || !isOther(values[i], this.targets[i][this.targetAt[i]]);
  }

  /** What output i is now is what its input stands at, though they differ by the error of the coupling: up to the next step. */
  agree(i: number): void {
    this.read(i, this.agreed);
  }

  /** Takes back what was agreed on. */
  disagree(): void {
    this.agreed.fill(Number.NaN);
  }

  /** Whether lane i follows a polynomial of an order that its past does not give yet. */
  isShort(i: number): boolean {
    return this.past[i] < this.orders[i];
  }

  /** Whether lane i follows a polynomial that is more than a value. */
  moves(i: number): boolean {
    return this.orders[i] > 0;
  }

  /** What lane i was up to now says nothing about what it will be. */
  forget(i: number): void {
    this.past[i] = -1;
  }

  /** The same step is to be done again, by H [s], or has come so far. */
  again(H: number): void {
    this.step[0] = H;
  }

  /** Highest order of the polynomials that inputs are given. */
  get highest(): number {
    return this.orders.reduce((most, order) => Math.max(most, order), 0);
  }

  /** Puts what output i is now, as the input has it, into place i. */
  read(i: number, into: Float64Array): void {
    into[i] = this.factors[i] * Number(this.sources[i][this.sourceAt[i]]) + this.offsets[i];
  }

  /** Puts what input i stands at into place i. */
  given(i: number, into: Float64Array): void {
    into[i] = this.targets[i][this.targetAt[i]];
  }

  /** Gives input i the value in place i. */
  give(i: number, values: Float64Array): void {
    this.targets[i][this.targetAt[i]] = values[i];
  }

  /** The same, and it stands there over the step. */
  hold(i: number, values: Float64Array): void {
    this.give(i, values);
    const slot = this.slots[i];
    if (slot < 0) return;
    this.targets[i][slot + 1] = 0;
    this.targets[i][slot + 2] = 0;
  }

  /** Puts the values at t_n + H of what `extrapolate` lays into `into`. */
  predict(into: Float64Array, H: number): void {
    this.continue(this.now, this.before, this.earlier, into, H);
  }

  /** The same of other values at t_n, t_{n−1} and t_{n−2}. */
  continue(
    now: Float64Array,
    before: Float64Array,
    earlier: Float64Array,
    into: Float64Array,
    H: number,
  ): void {
    const { size, orders, past } = this;
    for (let i = 0; i < size; i++) {
      const order = Math.min(orders[i], past[i]);
      const last = this.last[i];
      const lastButOne = this.lastButOne[i];
      into[i] = now[i];
      if (order === 0) continue;
      const slope = (now[i] - before[i]) / last;
      into[i] += H * slope;
      if (order === 1) continue;
      const curve = (slope - (before[i] - earlier[i]) / lastButOne) / (last + lastButOne);
      into[i] += H * (last + H) * curve;
    }
  }

  /** Gives input i the polynomial through the past. */
  extrapolate(i: number): void {
    const { now, before, earlier, targets, targetAt, slots } = this;
    const last = this.last[i];
    const lastButOne = this.lastButOne[i];
    const target = targets[i];
    const order = Math.min(this.orders[i], this.past[i]);
    target[targetAt[i]] = now[i];
    const slot = slots[i];
    if (slot < 0) return;
    target[slot + 1] = 0;
    target[slot + 2] = 0;
    if (order === 0) return;
    const slope = (now[i] - before[i]) / last;
    target[slot + 1] = slope;
    if (order === 1) return;
    const curve = (slope - (before[i] - earlier[i]) / lastButOne) / (last + lastButOne);
    target[slot + 1] += curve * last;
    target[slot + 2] = 2 * curve;
  }

  /** Lets the polynomial of input i begin by δ [s] later: the step begins there. */
  shift(i: number, delta: number): void {
    const slot = this.slots[i];
    if (slot < 0) return;
    const target = this.targets[i];
    target[this.targetAt[i]] += delta * (target[slot + 1] + 0.5 * delta * target[slot + 2]);
    target[slot + 1] += delta * target[slot + 2];
  }

  /** Adds `share` times place i of `amounts` to the polynomial of input i. */
  raise(i: number, amounts: Float64Array, share: number): void {
    this.targets[i][this.targetAt[i]] += share * amounts[i];
  }

  /** Puts the integral over H of the polynomial that input i has been given into place i. */
  integrate(i: number, H: number, into: Float64Array): void {
    const target = this.targets[i];
    const slot = this.slots[i];
    into[i] = H * target[this.targetAt[i]];
    if (slot >= 0) into[i] += H * H * (target[slot + 1] / 2 + (H * target[slot + 2]) / 6);
  }

  /** Gives input i the polynomial that meets `ends[i]` at t_n + H. */
  meet(i: number, ends: Float64Array, H: number): void {
    const { now, before, targets, targetAt, slots } = this;
    const last = this.last[i];
    const target = targets[i];
    const order = Math.min(this.orders[i], this.past[i] + 1);
    const slot = slots[i];
    target[targetAt[i]] = order === 0 ? ends[i] : now[i];
    if (slot < 0) return;
    target[slot + 1] = 0;
    target[slot + 2] = 0;
    if (order === 0) return;
    const slope = (ends[i] - now[i]) / H;
    target[slot + 1] = slope;
    // Before the first step there was none.
    if (order === 1 || !(last > 0)) return;
    const curve = (slope - (now[i] - before[i]) / last) / (last + H);
    target[slot + 1] -= curve * H;
    target[slot + 2] = 2 * curve;
  }

  /**
   * Gives input i its polynomial over one half of a step of H [s], that values are known of at t_n, t_n + H/2 and t_n + H: of order 2 the parabola
   * through all three, of order 1 the secant of the half, of order 0 its last value.
   */
  half(i: number, second: boolean, mids: Float64Array, ends: Float64Array, H: number): void {
    const { now, orders, targets, targetAt, slots } = this;
    const target = targets[i];
    const order = orders[i];
    const begin = second ? mids[i] : now[i];
    const end = second ? ends[i] : mids[i];
    const slot = slots[i];
    target[targetAt[i]] = order === 0 ? end : begin;
    if (slot < 0) return;
    target[slot + 1] = 0;
    target[slot + 2] = 0;
    if (order === 0) return;
    target[slot + 1] = (2 * (end - begin)) / H;
    if (order === 1) return;
    const curve = (2 * (now[i] - 2 * mids[i] + ends[i])) / (H * H);
    target[slot + 1] -= (curve * H) / 2;
    target[slot + 2] = 2 * curve;
  }

  /** Whether a lane goes to this place of a unit. */
  reaches(unit: number, view: Float64Array, at: number): boolean {
    const place = (all: Float64Array, k: number): number => all.byteOffset + k * all.BYTES_PER_ELEMENT;
    return this.targets.some(
      (target, i) =>
        this.to[i] === unit &&
        target.buffer === view.buffer &&
        place(target, this.targetAt[i]) === place(view, at),
    );
  }

  /** A lane in words: `a.y → b.u`. */
  name(i: number, units: readonly SystemUnit[]): string {
    const { from, to } = this.connections[i];
    return `${units[from.unit].name}.${from.variable.name} → ${units[to.unit].name}.${to.variable.name}`;
  }

  /** Whether the output of lane i goes on between communication points. */
  isContinuous(i: number): boolean {
    return this.connections[i].from.variable.variability === 'continuous';
  }

  /** Indexes of the lanes of a connection, in the order of its elements. */
  indexesOf(connection: Connection): number[] {
    return this.connections.flatMap((each, i) => (each === connection ? [i] : []));
  }

  /** The variable of input i. */
  variable(i: number): Variable {
    return this.connections[i].to.variable;
  }
}

/** Changes of a real value that are none, as a share of it: those of a loop that comes together never end otherwise. */
const same = 1e-12;

/** As a share of the step behind it, a step that is too short to say how a value changes: what slopes and curves make of rounding grows with its inverse and the square of that. */
const apart = 1 / 64;

/** Whether a real value is another one. */
export function isOther(now: number, was: number): boolean {
  return Math.abs(now - was) > same * Math.max(Math.abs(now), Math.abs(was));
}

/** Connections whose values are lanes: real, of continuous inputs, by a linear transformation. */
export function isLane({ to, map }: Connection): boolean {
  return to.variable.type === 'Float64' && to.variable.variability === 'continuous' && map === undefined;
}

/** Order of the polynomial that a connection names; refused where it is another extrapolation, of which only values of the past are known. */
function lagrangeOrder(
  { from, to, order, extrapolation }: Connection,
  instances: readonly Instance[],
): number {
  if (extrapolation === undefined) return order;
  const found = byOrder.find(({ name }) => name === extrapolation);
  if (found !== undefined) return found.order;
  const [source, target] = [from, to].map(({ unit, variable }) => `${instances[unit].name}.${variable.name}`);
  throw new UserError(
    `couple ${source} → ${target}: its extrapolation "${extrapolation}" is no polynomial that a scheme could lay through values to come. ` +
      `Choose ${byOrder.map(({ name }) => name).join(', ')}, or the scheme jacobi.`,
  );
}

interface Lane {
  connection: Connection;
  source: NumericArray;
  sourceAt: number;
  target: Float64Array;
  targetAt: number;
  /** Slot of [u, u', u''] in the target's memory, −1 where the input takes no polynomial. */
  slot: number;
}

function lanesOf(connection: Connection, instances: readonly Instance[]): Lane[] {
  const { from, to } = connection;
  const source = instances[from.unit].view(from.variable);
  const target = instances[to.unit].view(to.variable);
  const { offset } = instances[to.unit].polynomial(to.variable);
  return elementsOf(connection).map(([out, into]) => ({
    connection,
    source: source.view,
    sourceAt: source.offset + out,
    target: target.view as Float64Array,
    targetAt: target.offset + into,
    slot: offset < 0 ? -1 : offset + 3 * into,
  }));
}
