import type { Variable } from '../../../fmu-sdk/description/description.ts';
import { isWide } from '../../../fmu-sdk/description/values/float-types.ts';
import type { Instance, NumericArray } from '../../../fmu-sdk/host/instance/instance.ts';
import type { Stateful, StateVisitor } from '../../../fmu-sdk/util/state/stateful.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import type { Extrapolation } from '../../extrapolation/extrapolation.ts';
import { linearSlopes, quadraticSlopes } from '../../extrapolation/lagrange.ts';
import { connectedElements } from '../../system/connections/connected-elements.ts';
import type { Connection } from '../../system/system.ts';
import type { Transfer } from '../fast-path/loop-transfers.ts';
import { type ReadSlope, slopeOf } from './output-slopes.ts';

/** Real element that is passed from an output to an input, with its history. */
interface TransferElement {
  source: Float64Array;
  from: number;
  target: Float64Array;
  to: number;
  /**
   * Slot of [u, u', u''] in the target's memory, or −1 if the input does not accept polynomials.
   */
  slot: number;
  order: number;
  /** y_n, y_{n−1}, y_{n−2}. */
  recent: Float64Array;
}

/** Real element with a conversion: unit of measure, linear transformation or single precision. */
interface ConvertedElement extends TransferElement {
  factor: number;
  offset: number;
  /** True if the input has single precision. */
  single: boolean;
}

/** Real element with an extrapolation other than a Lagrange polynomial. */
interface ExtrapolatedElement extends Omit<ConvertedElement, 'single'> {
  extrapolation: Extrapolation;
  /** y_n, y_{n−1}, …, followed by ẏ_n if the extrapolation uses it. */
  past: Float64Array;
  /** Reads ẏ_n, if the extrapolation uses it and the output's unit gives it. */
  slope?: ReadSlope;
}

/** Other numeric element, which is copied. */
interface CopiedElement {
  source: NumericArray;
  from: number;
  target: NumericArray;
  to: number;
  /** True if a number is passed to a 64-bit integer. */
  widened: boolean;
}

/** Element whose values are replaced by a map. */
interface MappedElement extends CopiedElement, Pick<Connection, 'mapOnly'> {
  map: ReadonlyMap<number | bigint, number | bigint>;
}

/** Element of a String or Binary variable. */
interface TextElement {
  from: Instance;
  source: Variable;
  sourceElement: number;
  to: Instance;
  target: Variable;
  element: number;
  /** Value that was passed last. */
  last: Uint8Array;
}

/**
 * Passes the outputs at t_n to the inputs they feed, as polynomials over the next step. The order
 * rises over the first steps, as history becomes available. Functions of a step receive arrays
 * instead of real numbers, for which V8 may allocate memory.
 *
 * @example
 * const all: ValueTransfer = context.exchange(context.system.connections);
 * if (all.transfer(n) !== 0) context.refuseInvalid();
 * for (const unit of context.system.units.keys()) context.advance(unit, t, H);
 */
export class ValueTransfer implements Stateful {
  private readonly wires: TransferElement[];
  private readonly converted: ConvertedElement[];
  private readonly extended: ExtrapolatedElement[];
  private readonly copies: CopiedElement[];
  private readonly mapped: MappedElement[];
  private readonly texts: TextElement[];
  /** Outputs without a slope that is needed, as unit.variable. */
  readonly withoutSlope: readonly string[];
  /** Size of the communication step [s]. */
  private readonly H: Float64Array;

  /**
   * @param extrapolationOf returns a connection's extrapolation if it is not the Lagrange
   * polynomial of its order
   */
  constructor(
    connections: readonly Connection[],
    instances: readonly Instance[],
    H: number,
    extrapolationOf: (connection: Connection) => Extrapolation | undefined = () => undefined,
  ) {
    this.H = Float64Array.of(H);
    // Only real inputs are extrapolated, and mapped values do not have a slope.
    const named = new Map(
      connections.map((c) => [c, isReal(c) && c.map === undefined ? extrapolationOf(c) : undefined]),
    );
    this.extended = connections.flatMap((c) => extendedOf(c, instances, named.get(c)));
    this.withoutSlope = connections
      .filter((c) => named.get(c)?.slope === true && !givesSlope(c, instances))
      .map(({ from }) => `${instances[from.unit].name}.${from.variable.name}`);
    const others = connections.filter((c) => named.get(c) === undefined);
    const directConnections = others.filter((c) => c.conversion === undefined && c.map === undefined);
    this.wires = directConnections.filter(isReal).flatMap((c) => transferElementsOf(c, instances));
    this.copies = directConnections.filter(isOtherNumber).flatMap((c) => copiesOf(c, instances));
    this.texts = directConnections.filter(isText).flatMap((c) => textsOf(c, instances));
    this.converted = others.flatMap((c) => convertedOf(c, instances));
    this.mapped = others.flatMap((c) => mappedOf(c, instances));
  }

  /**
   * Copies outputs to inputs without history, during initialization. Returns true if any changed.
   */
  settle(): boolean {
    let changed = false;
    const give = (place: { target: NumericArray; to: number }, value: number | bigint): void => {
      const before = place.target[place.to];
      place.target[place.to] = value;
      // Compares the stored value, because single precision rounds.
      if (!Object.is(before, place.target[place.to])) changed = true;
    };
    for (const w of this.wires) give(w, w.source[w.from]);
    for (const c of this.copies) give(c, convertInteger(c, c.source[c.from]));
    for (const w of this.converted) give(w, w.factor * w.source[w.from] + w.offset);
    for (const w of this.extended) give(w, w.factor * w.source[w.from] + w.offset);
    for (const m of this.mapped) give(m, byMap(m, m.source[m.from]));
    return this.copyTexts() || changed;
  }

  /** Sets every input for step n. Returns 0, or NaN if an exchanged value is not finite. */
  transfer(n: number): number {
    const { wires, converted, extended, copies, mapped, H } = this;
    let finite = 0;
    // Slopes come first, because they read the polynomials that inputs have followed.
    for (let i = 0; i < extended.length; i++) readSlope(extended[i], n, H);
    for (let i = 0; i < wires.length; i++) {
      const w = wires[i];
      const y = w.source[w.from];
      finite += y * 0;
      shiftRecent(w.recent);
      w.recent[0] = y;
      writeWithSlopes(w, n, H);
    }
    for (let i = 0; i < converted.length; i++) {
      const w = converted[i];
      const exact = w.factor * w.source[w.from] + w.offset;
      const y = w.single ? Math.fround(exact) : exact;
      finite += y * 0;
      shiftRecent(w.recent);
      w.recent[0] = y;
      writeWithSlopes(w, n, H);
    }
    for (let i = 0; i < extended.length; i++) {
      const w = extended[i];
      const y = w.factor * w.source[w.from] + w.offset;
      finite += y * 0;
      shiftRecent(w.recent);
      w.recent[0] = y;
      extrapolateInput(w, n, H);
    }
    for (let i = 0; i < copies.length; i++) {
      const c = copies[i];
      c.target[c.to] = convertInteger(c, c.source[c.from]);
    }
    for (let i = 0; i < mapped.length; i++) {
      const m = mapped[i];
      m.target[m.to] = byMap(m, m.source[m.from]);
    }
    if (this.texts.length > 0) this.copyTexts();
    // Returning a small integer avoids a heap allocation.
    return finite === 0 ? 0 : Number.NaN;
  }

  /**
   * Returns the elements that `transfer` passes, in its order. Undefined if some are neither
   * copies nor Lagrange polynomials of double precision.
   */
  transfers(): Transfer[] | undefined {
    const { wires, converted, copies } = this;
    if (this.extended.length + this.mapped.length + this.texts.length > 0) return undefined;
    if (converted.some(({ single }) => single)) return undefined;
    return [
      ...wires.map((w) => ({ ...w, real: { order: w.order, slot: w.slot } })),
      ...converted.map((w) => ({ ...w, real: { ...w } })),
      ...copies.map(({ source, from, target, to }) => ({ source, from, target, to })),
    ];
  }

  /** Copies texts. Returns true if any changed. */
  private copyTexts(): boolean {
    let changed = false;
    for (const text of this.texts) {
      const bytes = text.from.getBytes(text.source, text.sourceElement);
      if (equal(bytes, text.last)) continue;
      text.to.setBytes(text.target, text.element, bytes);
      text.last = bytes;
      changed = true;
    }
    return changed;
  }

  /** Saves or restores the past values of outputs. */
  visitState(state: StateVisitor): void {
    const { wires, converted, extended, texts } = this;
    for (let i = 0; i < wires.length; i++) visitPast(wires[i], state);
    for (let i = 0; i < converted.length; i++) visitPast(converted[i], state);
    for (let i = 0; i < extended.length; i++) {
      visitPast(extended[i], state);
      state.array('past', extended[i].past);
    }
    for (let i = 0; i < texts.length; i++) texts[i].last = state.resizable('text', texts[i].last);
  }
}

function visitPast({ recent }: TransferElement, state: StateVisitor): void {
  state.array('recent', recent);
}

function isReal(connection: Connection): boolean {
  return connection.to.variable.type === 'Float64';
}

function isText({ to }: Connection): boolean {
  return to.variable.type === 'String' || to.variable.type === 'Binary';
}

function isOtherNumber(connection: Connection): boolean {
  return !isReal(connection) && !isText(connection);
}

function equal(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

/** Converts a value to the input's type. */
function convertInteger({ widened }: CopiedElement, value: number | bigint): number | bigint {
  return widened ? BigInt(value) : value;
}

/**
 * Maps an output value to an input value. Values that are not in the map are passed unchanged or
 * refused.
 */
function byMap(m: MappedElement, value: number | bigint): number | bigint {
  const by = m.map.get(value);
  if (by === undefined && m.mapOnly !== undefined) refuseUnmapped(m.mapOnly, value);
  return convertInteger(m, by ?? value);
}

function refuseUnmapped({ ends, items }: NonNullable<Connection['mapOnly']>, value: number | bigint): never {
  throw new UserError(
    `couple ${ends}: expected an item of the input (${items}), got ${value}. Correct the FMU's output, or add a "map".`,
  );
}

function shiftRecent(recent: Float64Array): void {
  recent[2] = recent[1];
  recent[1] = recent[0];
}

/** Sets an input to y_n for step n, with the slopes that its history allows. */
function writeWithSlopes(w: TransferElement, n: number, H: Float64Array): void {
  const { recent, target } = w;
  const order = Math.min(n, w.order);
  target[w.to] = recent[0];
  if (order === 1) linearSlopes(recent, 0, H, target, w.slot + 1);
  else if (order === 2) quadraticSlopes(recent, 0, H, target, w.slot + 1);
}

function readSlope(w: ExtrapolatedElement, n: number, H: Float64Array): void {
  const { slope, past, factor, slot, extrapolation } = w;
  if (slope === undefined || slot < 0) return;
  const at = extrapolation.history + 1;
  slope(past, at, n === 0 ? 0 : H[0]);
  past[at] *= factor;
}

/** Sets an input by the connection's extrapolation, once the required history is available. */
function extrapolateInput(w: ExtrapolatedElement, n: number, H: Float64Array): void {
  const { past, recent, extrapolation, slope } = w;
  const { history } = extrapolation;
  past.copyWithin(1, 0, history);
  past[0] = recent[0];
  if (w.slot < 0 || (slope === undefined && (n < history || extrapolation.slope === true)))
    writeWithSlopes(w, n, H);
  else {
    w.target[w.to] = recent[0];
    if (n < history) w.target[w.slot + 1] = past[history + 1];
    else extrapolation.slopes(past, 0, H[0], w.target, w.slot + 1);
  }
}

function transferElementsOf(c: Connection, instances: readonly Instance[]): TransferElement[] {
  const source = instances[c.from.unit].view(c.from.variable);
  const target = instances[c.to.unit].view(c.to.variable);
  const { offset } = isReal(c) ? instances[c.to.unit].polynomial(c.to.variable) : { offset: -1 };
  return connectedElements(c).map(([from, to]) => ({
    source: source.view as Float64Array,
    from: source.offset + from,
    target: target.view as Float64Array,
    to: target.offset + to,
    slot: offset < 0 ? -1 : offset + 3 * to,
    order: offset < 0 ? 0 : c.order,
    recent: new Float64Array(3),
  }));
}

function convertedOf(c: Connection, instances: readonly Instance[]): ConvertedElement[] {
  const { conversion } = c;
  if (conversion === undefined) return [];
  const single = c.to.variable.type === 'Float32';
  return transferElementsOf(c, instances).map((wire) => ({ ...wire, ...conversion, single }));
}

function extendedOf(
  c: Connection,
  instances: readonly Instance[],
  extrapolation: Extrapolation | undefined,
): ExtrapolatedElement[] {
  if (extrapolation === undefined) return [];
  const conversion = c.conversion ?? { factor: 1, offset: 0 };
  const { history, slope } = extrapolation;
  const order = slope === true ? extrapolation.order : Math.min(2, Math.max(0, history - 1));
  return transferElementsOf(c, instances).map((wire, k) => ({
    ...wire,
    ...conversion,
    order: wire.slot < 0 ? 0 : order,
    extrapolation,
    past: new Float64Array(history + (slope === true ? 2 : 1)),
    ...(slope === true
      ? { slope: slopeOf(instances[c.from.unit], c.from.variable, connectedElements(c)[k][0]) }
      : {}),
  }));
}

function givesSlope(c: Connection, instances: readonly Instance[]): boolean {
  return slopeOf(instances[c.from.unit], c.from.variable, connectedElements(c)[0][0]) !== undefined;
}

function copiesOf(c: Connection, instances: readonly Instance[]): CopiedElement[] {
  const source = instances[c.from.unit].view(c.from.variable);
  const target = instances[c.to.unit].view(c.to.variable);
  return connectedElements(c).map(([from, to]) => ({
    source: source.view,
    from: source.offset + from,
    target: target.view,
    to: target.offset + to,
    widened: isWide(c.to.variable.type) && !isWide(c.from.variable.type),
  }));
}

function mappedOf(c: Connection, instances: readonly Instance[]): MappedElement[] {
  const { map, mapOnly } = c;
  return map === undefined ? [] : copiesOf(c, instances).map((copy) => ({ ...copy, map, mapOnly }));
}

function textsOf(c: Connection, instances: readonly Instance[]): TextElement[] {
  const [from, to] = [instances[c.from.unit], instances[c.to.unit]];
  return connectedElements(c).map(([sourceElement, element]) => ({
    from,
    source: c.from.variable,
    sourceElement,
    to,
    target: c.to.variable,
    element,
    last: to.getBytes(c.to.variable, element),
  }));
}
