import { elementCount, type Variable } from '../../fmu-sdk/description/description.ts';
import type { Instance, NumericArray } from '../../fmu-sdk/host/host.ts';
import { linearSlope, quadraticCurvature, quadraticSlope } from '../extrapolation/lagrange.ts';
import type { Connection } from '../system/system.ts';

/** One Float64 element that goes from an output to an input, with its history. */
interface Wire {
  source: Float64Array;
  from: number;
  target: Float64Array;
  to: number;
  /** Slot of [u, u', u''] in the target's memory, −1 where the input takes no polynomial. */
  slot: number;
  order: number;
  y1: number;
  y2: number;
}

/** Any other numeric element: copied as it is. */
interface Copy {
  source: NumericArray;
  from: number;
  target: NumericArray;
  to: number;
}

/** An element of a String or Binary variable. */
interface Text {
  from: Instance;
  source: Variable;
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
  private readonly copies: Copy[];
  private readonly texts: Text[];
  private readonly H: number;

  constructor(connections: readonly Connection[], instances: readonly Instance[], H: number) {
    this.H = H;
    this.wires = connections.filter(isReal).flatMap((c) => wiresOf(c, instances));
    this.copies = connections.filter(isOtherNumber).flatMap((c) => copiesOf(c, instances));
    this.texts = connections.filter(isText).flatMap((c) => textsOf(c, instances));
  }

  /** Copies outputs to inputs as they are, without any history: while a system initializes. Says whether any changed. */
  settle(): boolean {
    let changed = false;
    for (const w of this.wires) {
      if (!Object.is(w.target[w.to], w.source[w.from])) changed = true;
      w.target[w.to] = w.source[w.from];
    }
    for (const c of this.copies) {
      if (c.target[c.to] !== c.source[c.from]) changed = true;
      c.target[c.to] = c.source[c.from];
    }
    return this.copyTexts() || changed;
  }

  /** Sets every input for step n. Returns 0, or NaN when a value that is exchanged is not finite. */
  transfer(n: number): number {
    const { wires, copies, H } = this;
    let finite = 0;
    for (let i = 0; i < wires.length; i++) {
      const w = wires[i];
      const y = w.source[w.from];
      const order = Math.min(n, w.order);
      finite += y * 0;
      w.target[w.to] = y;
      if (order === 1) w.target[w.slot + 1] = linearSlope(y, w.y1, H);
      else if (order === 2) {
        w.target[w.slot + 1] = quadraticSlope(y, w.y1, w.y2, H);
        w.target[w.slot + 2] = quadraticCurvature(y, w.y1, w.y2, H);
      }
      w.y2 = w.y1;
      w.y1 = y;
    }
    for (let i = 0; i < copies.length; i++) {
      const c = copies[i];
      c.target[c.to] = c.source[c.from];
    }
    if (this.texts.length > 0) this.copyTexts();
    return finite;
  }

  /** Says whether any text changed. */
  private copyTexts(): boolean {
    let changed = false;
    for (const text of this.texts) {
      const bytes = text.from.getBytes(text.source, text.element);
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

function wiresOf(c: Connection, instances: readonly Instance[]): Wire[] {
  const source = instances[c.from.unit].view(c.from.variable);
  const target = instances[c.to.unit].view(c.to.variable);
  const { offset } = instances[c.to.unit].polynomial(c.to.variable);
  return Array.from({ length: elementCount(c.to.variable) }, (_, i) => ({
    source: source.view as Float64Array,
    from: source.offset + i,
    target: target.view as Float64Array,
    to: target.offset + i,
    slot: offset < 0 ? -1 : offset + 3 * i,
    order: offset < 0 ? 0 : c.order,
    y1: 0,
    y2: 0,
  }));
}

function copiesOf(c: Connection, instances: readonly Instance[]): Copy[] {
  const source = instances[c.from.unit].view(c.from.variable);
  const target = instances[c.to.unit].view(c.to.variable);
  return Array.from({ length: elementCount(c.to.variable) }, (_, i) => ({
    source: source.view,
    from: source.offset + i,
    target: target.view,
    to: target.offset + i,
  }));
}

function textsOf(c: Connection, instances: readonly Instance[]): Text[] {
  const [from, to] = [instances[c.from.unit], instances[c.to.unit]];
  return Array.from({ length: elementCount(c.to.variable) }, (_, element) => ({
    from,
    source: c.from.variable,
    to,
    target: c.to.variable,
    element,
    last: to.getBytes(c.to.variable, element),
  }));
}
