import { elementCount, type Variable } from '../../fmu-sdk/description/description.ts';
import type { Instance, NumericArray } from '../../fmu-sdk/host/instance.ts';
import type { Extrapolation } from '../extrapolation/extrapolation.ts';
import { byOrder } from '../extrapolation/registry.ts';
import type { Connection } from '../system/system.ts';

/** One real element that goes from an output to an input, with its history. */
interface Wire {
  source: Float64Array;
  from: number;
  target: Float64Array;
  to: number;
  /** Slot of [u, u', u''] in the target's memory, −1 where the input takes no polynomial. */
  slot: number;
  /** What sets the slopes from step `history` on; before it, `ramp[n]`. */
  extrapolation: Extrapolation;
  ramp: readonly Extrapolation[];
  history: number;
  /** y_n, y_{n−1}, …: the values of the last steps, of which `past` has `history + 1`. */
  past: Float64Array;
}

/** The same where the input is not the output itself: another unit, a linear transformation, single precision. */
interface Converted extends Wire {
  factor: number;
  offset: number;
}

/** Any other numeric element: copied as it is. */
interface Copy {
  source: NumericArray;
  from: number;
  target: NumericArray;
  to: number;
}

/** An element whose values are replaced by a table. */
interface Mapped extends Copy {
  map: ReadonlyMap<number | bigint, number | bigint>;
}

/** An element of a String or Binary variable. */
interface Text {
  from: Instance;
  source: Variable;
  sourceElement: number;
  to: Instance;
  target: Variable;
  element: number;
  /** What was handed over last. */
  last: Uint8Array;
}

/**
 * Hands the outputs known at t_n to the inputs they feed, as Lagrange polynomials over the next step. The order is
 * raised over the first steps, as the history allows.
 */
export class Exchange {
  private readonly wires: Wire[];
  private readonly converted: Converted[];
  private readonly copies: Copy[];
  private readonly mapped: Mapped[];
  private readonly texts: Text[];
  private readonly H: number;

  /** `extrapolationOf` says how a connection's inputs go on over a step; left out: by the order that it states. */
  constructor(
    connections: readonly Connection[],
    instances: readonly Instance[],
    H: number,
    extrapolationOf: (connection: Connection) => Extrapolation = ({ order }) => byOrder[order],
  ) {
    this.H = H;
    const plain = connections.filter((c) => c.conversion === undefined && c.map === undefined);
    this.wires = plain.filter(isReal).flatMap((c) => wiresOf(c, instances, extrapolationOf(c)));
    this.copies = plain.filter(isOtherNumber).flatMap((c) => copiesOf(c, instances));
    this.texts = plain.filter(isText).flatMap((c) => textsOf(c, instances));
    this.converted = connections.flatMap((c) => convertedOf(c, instances, extrapolationOf(c)));
    this.mapped = connections.flatMap((c) => mappedOf(c, instances));
  }

  /** Copies outputs to inputs as they are, without any history: while a system initializes. Says whether any changed. */
  settle(): boolean {
    let changed = false;
    const give = (place: { target: NumericArray; to: number }, value: number | bigint): void => {
      const before = place.target[place.to];
      place.target[place.to] = value;
      // Compared as it stands there: single precision rounds.
      if (!Object.is(before, place.target[place.to])) changed = true;
    };
    for (const w of this.wires) give(w, w.source[w.from]);
    for (const c of this.copies) give(c, c.source[c.from]);
    for (const w of this.converted) give(w, w.factor * w.source[w.from] + w.offset);
    for (const m of this.mapped) give(m, m.map.get(m.source[m.from]) ?? m.source[m.from]);
    return this.copyTexts() || changed;
  }

  /** Sets every input for step n. Returns 0, or NaN when a value that is exchanged is not finite. */
  transfer(n: number): number {
    const { wires, converted, copies, mapped, H } = this;
    let finite = 0;
    for (let i = 0; i < wires.length; i++) {
      const w = wires[i];
      const y = w.source[w.from];
      finite += y * 0;
      hand(w, y, n, H);
    }
    for (let i = 0; i < converted.length; i++) {
      const w = converted[i];
      const y = w.factor * w.source[w.from] + w.offset;
      finite += y * 0;
      hand(w, y, n, H);
    }
    for (let i = 0; i < copies.length; i++) {
      const c = copies[i];
      c.target[c.to] = c.source[c.from];
    }
    for (let i = 0; i < mapped.length; i++) {
      const m = mapped[i];
      const value = m.source[m.from];
      m.target[m.to] = m.map.get(value) ?? value;
    }
    if (this.texts.length > 0) this.copyTexts();
    return finite;
  }

  /** Says whether any text changed. */
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

/** Gives an input the value y for step n, with the slopes that its history allows. */
function hand(w: Wire, y: number, n: number, H: number): void {
  const { target, history } = w;
  target[w.to] = y;
  if (history === 0) return;
  const { past } = w;
  for (let k = history; k > 0; k--) past[k] = past[k - 1];
  past[0] = y;
  (n < history ? w.ramp[n] : w.extrapolation).slopes(past, 0, H, target, w.slot + 1);
}

/** Elements that go over, [of the output, of the input]. */
function lanes({ to, fromElement, toElement }: Connection): [number, number][] {
  if (fromElement !== undefined || toElement !== undefined) return [[fromElement ?? 0, toElement ?? 0]];
  return Array.from({ length: elementCount(to.variable) }, (_, i) => [i, i]);
}

function wiresOf(c: Connection, instances: readonly Instance[], extrapolation: Extrapolation): Wire[] {
  const source = instances[c.from.unit].view(c.from.variable);
  const target = instances[c.to.unit].view(c.to.variable);
  const { offset } = isReal(c) ? instances[c.to.unit].polynomial(c.to.variable) : { offset: -1 };
  const history = offset < 0 ? 0 : extrapolation.history;
  const ramp = Array.from({ length: history }, (_, n) => byOrder[Math.min(n, byOrder.length - 1)]);
  return lanes(c).map(([from, to]) => ({
    source: source.view as Float64Array,
    from: source.offset + from,
    target: target.view as Float64Array,
    to: target.offset + to,
    slot: offset < 0 ? -1 : offset + 3 * to,
    extrapolation,
    ramp,
    history,
    past: new Float64Array(history + 1),
  }));
}

function convertedOf(
  c: Connection,
  instances: readonly Instance[],
  extrapolation: Extrapolation,
): Converted[] {
  const { conversion } = c;
  if (conversion === undefined) return [];
  return wiresOf(c, instances, extrapolation).map((wire) => ({ ...wire, ...conversion }));
}

function copiesOf(c: Connection, instances: readonly Instance[]): Copy[] {
  const source = instances[c.from.unit].view(c.from.variable);
  const target = instances[c.to.unit].view(c.to.variable);
  return lanes(c).map(([from, to]) => ({
    source: source.view,
    from: source.offset + from,
    target: target.view,
    to: target.offset + to,
  }));
}

function mappedOf(c: Connection, instances: readonly Instance[]): Mapped[] {
  const { map } = c;
  return map === undefined ? [] : copiesOf(c, instances).map((copy) => ({ ...copy, map }));
}

function textsOf(c: Connection, instances: readonly Instance[]): Text[] {
  const [from, to] = [instances[c.from.unit], instances[c.to.unit]];
  return lanes(c).map(([sourceElement, element]) => ({
    from,
    source: c.from.variable,
    sourceElement,
    to,
    target: c.to.variable,
    element,
    last: to.getBytes(c.to.variable, element),
  }));
}
