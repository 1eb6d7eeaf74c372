import type { Variable } from '../../../fmu-sdk/description/description.ts';
import type { Instance, NumericArray } from '../../../fmu-sdk/host/instance/instance.ts';
import type { Stateful, StateVisitor } from '../../../fmu-sdk/util/state/stateful.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import { byOrder } from '../../extrapolation/extrapolation-registry.ts';
import { connectedElements } from '../../system/connections/connected-elements.ts';
import type { Connection, SystemUnit } from '../../system/system.ts';

/** Element that a scalar connection passes: its places, its polynomial and the units at its ends. */
export interface ScalarTransfer {
  source: NumericArray;
  from: number;
  target: Float64Array;
  to: number;
  /** Index of [u, u′, u″] in the target, or −1. */
  slot: number;
  order: number;
  factor: number;
  offset: number;
  units: [from: number, to: number];
}

/**
 * Continuous real elements that units exchange, as one vector: uᵢ = factor · y + offset of the
 * output that feeds input i. Schemes use it to inspect values before their transfer. The value
 * transfer handles other values.
 *
 * From t_n to t_n + H an input follows a polynomial of its connection's order m, or of a lower
 * order while history is missing. `extrapolate` uses u(t_n), u(t_{n−1}), …. `meet` also uses a
 * value at t_n + H, for m = 0 only that value. Steps may have different sizes. An input without
 * polynomials holds the value of m = 0.
 */
export class ScalarConnections implements Stateful {
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
  /**
   * Number of known past values of each scalar connection, including the present one: 1 in the
   * first step, then 2, then 3.
   */
  historyLength = 0;
  /**
   * True if steps may end anywhere, for example at events. Of two values that are too close to
   * define a slope, the newer one is stored.
   */
  allowsShortSteps = false;
  /** Outputs for which inputs count as consistent. NaN if undefined. */
  private readonly consistentOutputs: Float64Array;
  /**
   * Number of usable past values of each scalar connection besides the present one. −1 before its
   * first step.
   */
  private readonly past: Int32Array;
  /** Time since the last value of each scalar connection, and from that to the one before [s]. */
  private readonly last: Float64Array;
  private readonly lastButOne: Float64Array;
  /** Size of the present step [s]. */
  private readonly step = new Float64Array(1);

  /** @param orderOf returns a connection's order. Default: the order of its Lagrange polynomial. */
  constructor(
    connections: readonly Connection[],
    instances: readonly Instance[],
    orderOf: (connection: Connection) => number = (c) => lagrangeOrder(c, instances),
  ) {
    const scalarConnections = connections.flatMap((c) => scalarConnectionsOf(c, instances));
    const integers = (pick: (element: ScalarConnection) => number): Int32Array =>
      Int32Array.from(scalarConnections, pick);
    this.size = scalarConnections.length;
    this.from = integers((element) => element.connection.from.unit);
    this.to = integers((element) => element.connection.to.unit);
    this.sourceAt = integers((element) => element.sourceAt);
    this.targetAt = integers((element) => element.targetAt);
    this.slots = integers((element) => element.slot);
    this.orders = integers((element) => (element.slot < 0 ? 0 : orderOf(element.connection)));
    this.factors = Float64Array.from(
      scalarConnections,
      (element) => element.connection.conversion?.factor ?? 1,
    );
    this.offsets = Float64Array.from(
      scalarConnections,
      (element) => element.connection.conversion?.offset ?? 0,
    );
    for (const element of scalarConnections) {
      this.sources.push(element.source);
      this.targets.push(element.target);
      this.connections.push(element.connection);
    }
    [this.now, this.before, this.earlier, this.last, this.lastButOne] = [0, 1, 2, 3, 4].map(
      () => new Float64Array(scalarConnections.length),
    );
    this.past = new Int32Array(scalarConnections.length).fill(-1);
    this.consistentOutputs = new Float64Array(scalarConnections.length).fill(Number.NaN);
  }

  /**
   * Begins a step of H [s] and reads the outputs as u(t_n). Returns false if a value is not finite.
   */
  begin(H: number): boolean {
    const { size, now, past, step, allowsShortSteps } = this;
    let finite = 0;
    let least = 2;
    for (let i = 0; i < size; i++) {
      if (allowsShortSteps && this.isTooShort(i, H)) this.last[i] += step[0];
      else this.shiftHistory(i);
      this.readOutput(i, now);
      finite += now[i] * 0;
      if (now[i] === this.consistentOutputs[i]) this.readInput(i, now);
      this.consistentOutputs[i] = Number.NaN;
      if (past[i] < least) least = past[i];
    }
    step[0] = H;
    this.historyLength = 1 + least;
    return finite === 0;
  }

  /** Shifts the history of input i by one value. */
  private shiftHistory(i: number): void {
    const { now, before, earlier, last, lastButOne, past, step } = this;
    earlier[i] = before[i];
    before[i] = now[i];
    lastButOne[i] = last[i];
    last[i] = step[0];
    if (past[i] < 2) past[i]++;
  }

  /**
   * Reports whether the last step was too short to define the slope of connection i for the next
   * step H [s].
   */
  private isTooShort(i: number, H: number): boolean {
    const { past, step } = this;
    if (past[i] < 0) return false;
    return step[0] === 0 || (past[i] > 0 && step[0] < apart * H);
  }

  /**
   * Reports whether input i is consistent with its output at index i, by agreement or up to
   * rounding.
   */
  isConsistent(i: number, values: Float64Array): boolean {
    return values[i] === this.consistentOutputs[i] || !differs(values[i], this.targets[i][this.targetAt[i]]);
  }

  /**
   * Marks input i as consistent with its output up to the next step, although they differ by the
   * error of the coupling.
   */
  markConsistent(i: number): void {
    this.readOutput(i, this.consistentOutputs);
  }

  /** Removes all marks of `markConsistent`. */
  clearConsistent(): void {
    this.consistentOutputs.fill(Number.NaN);
  }

  /** Reports whether the past of connection i is too short for the order of its polynomial. */
  lacksHistory(i: number): boolean {
    return this.past[i] < this.orders[i];
  }

  /** Returns the order of the polynomials of connection i. */
  orderOf(i: number): number {
    return this.orders[i];
  }

  /** Reports whether connection i follows a polynomial of order 1 or more. */
  hasSlope(i: number): boolean {
    return this.orders[i] > 0;
  }

  /** Discards the history of connection i. */
  forget(i: number): void {
    this.past[i] = -1;
  }

  /** Repeats the step with size H [s], or sets the size that was reached. */
  repeatStep(H: number): void {
    this.step[0] = H;
  }

  /** Returns the elements that pass values, in their order. */
  transfers(): ScalarTransfer[] {
    return Array.from({ length: this.size }, (_, i) => ({
      source: this.sources[i],
      from: this.sourceAt[i],
      target: this.targets[i],
      to: this.targetAt[i],
      slot: this.slots[i],
      order: this.orders[i],
      factor: this.factors[i],
      offset: this.offsets[i],
      units: [this.from[i], this.to[i]],
    }));
  }

  /** Highest order of the polynomials of inputs. */
  get highest(): number {
    return this.orders.reduce((most, order) => Math.max(most, order), 0);
  }

  /** Writes the present value of output i, converted for the input, to index i. */
  readOutput(i: number, into: Float64Array): void {
    into[i] = this.factors[i] * Number(this.sources[i][this.sourceAt[i]]) + this.offsets[i];
  }

  /** Writes the present value of input i to index i. */
  readInput(i: number, into: Float64Array): void {
    into[i] = this.targets[i][this.targetAt[i]];
  }

  /** Sets input i to the value at index i. */
  writeInput(i: number, values: Float64Array): void {
    this.targets[i][this.targetAt[i]] = values[i];
  }

  /** Sets input i to the value at index i and holds it over the step. */
  holdInput(i: number, values: Float64Array): void {
    this.writeInput(i, values);
    const slot = this.slots[i];
    if (slot < 0) return;
    this.targets[i][slot + 1] = 0;
    this.targets[i][slot + 2] = 0;
  }

  /** Writes the extrapolated values at t_n + H to `into`. */
  predict(into: Float64Array, H: number): void {
    this.continue(this.now, this.before, this.earlier, into, H);
  }

  /** Extrapolates other values, given at t_n, t_{n−1} and t_{n−2}, to t_n + H. */
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

  /** Sets the polynomial of input i through its past. */
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

  /** Shifts the polynomial of input i by δ [s], for a step that begins later. */
  shift(i: number, delta: number): void {
    const slot = this.slots[i];
    if (slot < 0) return;
    const target = this.targets[i];
    target[this.targetAt[i]] += delta * (target[slot + 1] + 0.5 * delta * target[slot + 2]);
    target[slot + 1] += delta * target[slot + 2];
  }

  /** Writes the polynomial of input i, δ [s] after the beginning of the step, to into[at]. */
  readPolynomial(i: number, delta: number, into: Float64Array, at: number): void {
    const target = this.targets[i];
    const slot = this.slots[i];
    into[at] = target[this.targetAt[i]];
    if (slot >= 0) into[at] += delta * (target[slot + 1] + 0.5 * delta * target[slot + 2]);
  }

  /** Adds index i of `offsets` to the polynomial of input i. */
  addOffset(i: number, offsets: Float64Array): void {
    this.targets[i][this.targetAt[i]] += offsets[i];
  }

  /** Writes the integral over H of the polynomial of input i to index i. */
  integrate(i: number, H: number, into: Float64Array): void {
    const target = this.targets[i];
    const slot = this.slots[i];
    into[i] = H * target[this.targetAt[i]];
    if (slot >= 0) into[i] += H * H * (target[slot + 1] / 2 + (H * target[slot + 2]) / 6);
  }

  /** Returns the factor by which input i follows its output. */
  factorOf(i: number): number {
    return this.factors[i];
  }

  /** Returns the integral of input i over h [s] for the integral of its output at index i. */
  convertIntegral(i: number, integrals: Float64Array, h: number): number {
    return this.factors[i] * integrals[i] + this.offsets[i] * h;
  }

  /** Sets the polynomial of input i that meets `ends[i]` at t_n + H. */
  interpolateTo(i: number, ends: Float64Array, H: number): void {
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
    // Before the first step, past values are missing.
    if (order === 1 || !(last > 0)) return;
    const curve = (slope - (now[i] - before[i]) / last) / (last + H);
    target[slot + 1] -= curve * H;
    target[slot + 2] = 2 * curve;
  }

  /**
   * Sets the polynomial of input i over half a step of H [s], from values at t_n, t_n + H/2 and t_n
   * + H. Order 2 gives the parabola through all three, order 1 the secant of the half, order 0 its
   * last value.
   */
  interpolateHalf(i: number, second: boolean, mids: Float64Array, ends: Float64Array, H: number): void {
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

  /**
   * Sets the polynomial of input i over a step by `curve`: first and last value, their mean for
   * order 2, and the size of the step [s]. Order 0 holds the last value.
   */
  setCurve(i: number, curve: Float64Array): void {
    const { orders, targets, targetAt, slots } = this;
    const begin = curve[0];
    const end = curve[1];
    const h = curve[3];
    const target = targets[i];
    const order = orders[i];
    target[targetAt[i]] = order === 0 ? end : begin;
    const slot = slots[i];
    if (slot < 0) return;
    const bend = order < 2 ? 0 : 3 * (begin + end) - 6 * curve[2];
    target[slot + 1] = order === 0 ? 0 : (end - begin - bend) / h;
    target[slot + 2] = (2 * bend) / (h * h);
  }

  /** Reports whether a scalar connection feeds this location of a unit. */
  feeds(unit: number, view: Float64Array, at: number): boolean {
    const place = (all: Float64Array, k: number): number => all.byteOffset + k * all.BYTES_PER_ELEMENT;
    return this.targets.some(
      (target, i) =>
        this.to[i] === unit &&
        target.buffer === view.buffer &&
        place(target, this.targetAt[i]) === place(view, at),
    );
  }

  /** Returns the name of a scalar connection: `a.y → b.u`. */
  name(i: number, units: readonly SystemUnit[]): string {
    const { from, to } = this.connections[i];
    return `${units[from.unit].name}.${from.variable.name} → ${units[to.unit].name}.${to.variable.name}`;
  }

  /** Reports whether the output of connection i changes between communication points. */
  isContinuous(i: number): boolean {
    return this.connections[i].from.variable.variability === 'continuous';
  }

  /**
   * Returns the indexes of the scalar connections of a connection, in the order of its elements.
   */
  indexesOf(connection: Connection): number[] {
    return this.connections.flatMap((item, i) => (item === connection ? [i] : []));
  }

  /** Returns the variable of input i. */
  variable(i: number): Variable {
    return this.connections[i].to.variable;
  }

  visitState(state: StateVisitor): void {
    this.historyLength = state.number('historyLength', this.historyLength);
    state.array('now', this.now);
    state.array('before', this.before);
    state.array('earlier', this.earlier);
    state.array('consistentOutputs', this.consistentOutputs);
    state.array('past', this.past);
    state.array('last', this.last);
    state.array('lastButOne', this.lastButOne);
    state.array('step', this.step);
  }
}

/**
 * Relative change of a real value that counts as zero. Otherwise convergent loops would not end.
 */
const same = 1e-12;

/**
 * A step shorter than this share of the following one is too short to define slopes. Rounding
 * errors of slopes and curvatures grow with its inverse and squared inverse.
 */
const apart = 1 / 64;

/** Reports whether two real values differ. */
export function differs(now: number, was: number): boolean {
  return Math.abs(now - was) > same * Math.max(Math.abs(now), Math.abs(was));
}

/**
 * Reports whether a connection consists of scalar connections: real values of continuous inputs
 * with a linear conversion.
 */
export function isScalarConnection({ to, map }: Connection): boolean {
  return to.variable.type === 'Float64' && to.variable.variability === 'continuous' && map === undefined;
}

/**
 * Returns the order of the polynomial that a connection names. Refuses other extrapolations, which
 * only use past values.
 */
function lagrangeOrder(
  { from, to, order, extrapolation }: Connection,
  instances: readonly Instance[],
): number {
  if (extrapolation === undefined) return order;
  const polynomial = byOrder.find(({ name }) => name === extrapolation);
  if (polynomial !== undefined) return polynomial.order;
  const [source, target] = [from, to].map(({ unit, variable }) => `${instances[unit].name}.${variable.name}`);
  throw new UserError(
    `couple ${source} → ${target}: the extrapolation "${extrapolation}" is not a polynomial and cannot use values of the present step. ` +
      `Choose ${byOrder.map(({ name }) => name).join(', ')}, or the scheme jacobi.`,
  );
}

interface ScalarConnection {
  connection: Connection;
  source: NumericArray;
  sourceAt: number;
  target: Float64Array;
  targetAt: number;
  /**
   * Slot of [u, u', u''] in the target's memory, or −1 if the input does not accept polynomials.
   */
  slot: number;
}

function scalarConnectionsOf(connection: Connection, instances: readonly Instance[]): ScalarConnection[] {
  const { from, to } = connection;
  const source = instances[from.unit].view(from.variable);
  const target = instances[to.unit].view(to.variable);
  const { offset } = instances[to.unit].polynomial(to.variable);
  return connectedElements(connection).map(([out, into]) => ({
    connection,
    source: source.view,
    sourceAt: source.offset + out,
    target: target.view as Float64Array,
    targetAt: target.offset + into,
    slot: offset < 0 ? -1 : offset + 3 * into,
  }));
}
