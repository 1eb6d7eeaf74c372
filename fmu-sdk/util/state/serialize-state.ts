import { StateBytesReader, StateBytesWriter } from './state-bytes.ts';
import {
  DifferentStateError,
  requireType,
  type StateArray,
  type Stateful,
  type StateVisitor,
} from './stateful.ts';

/** First text of a saved state. It names the layout of the bytes. */
const layout = 'fmukit state 2';

/** Kinds of saved values. */
const kind = { real: 1, boolean: 2, array: 3, list: 4, integer: 5 } as const;

/** Returns the state of an object as bytes. Each value has its kind and its name. */
export function saveState(part: Stateful): Uint8Array {
  const writer = new StateBytesWriter();
  writer.text(layout);
  part.visitState(new StateSaver(writer));
  return writer.take().slice();
}

/**
 * Restores the output of `saveState`, from this process or another one.
 *
 * @throws DifferentStateError or RangeError if the bytes are not a state of this object
 */
export function loadState(part: Stateful, bytes: Uint8Array): void {
  const reader = new StateBytesReader(bytes);
  if (reader.text() !== layout) throw new DifferentStateError(`the state does not begin with "${layout}"`);
  part.visitState(new StateLoader(reader));
  if (reader.rest > 0) throw new DifferentStateError(`${reader.rest} bytes follow the last value`);
}

class StateSaver implements StateVisitor {
  readonly untrusted = false;

  constructor(private readonly writer: StateBytesWriter) {}

  private begin(what: number, name: string): void {
    this.writer.byte(what);
    this.writer.text(name);
  }

  number(name: string, value: number): number {
    requireType(name, value, 'number');
    this.begin(kind.real, name);
    this.writer.real(value);
    return value;
  }

  count(name: string, value: number): number {
    return this.number(name, value);
  }

  boolean(name: string, value: boolean): boolean {
    requireType(name, value, 'boolean');
    this.begin(kind.boolean, name);
    this.writer.byte(value ? 1 : 0);
    return value;
  }

  array(name: string, { buffer, byteOffset, byteLength }: StateArray): void {
    this.begin(kind.array, name);
    this.writer.bytes(new Uint8Array(buffer, byteOffset, byteLength));
  }

  resizable<T extends StateArray>(name: string, array: T): T {
    this.array(name, array);
    return array;
  }

  fixed<T extends StateArray>(name: string, array: T): T {
    return this.resizable(name, array);
  }

  list(name: string, list: (number | bigint)[]): void {
    const { writer } = this;
    this.begin(kind.list, name);
    writer.count(list.length);
    for (const value of list) {
      writer.byte(typeof value === 'bigint' ? kind.integer : kind.real);
      if (typeof value === 'bigint') writer.text(String(value));
      else writer.real(value);
    }
  }
}

class StateLoader implements StateVisitor {
  readonly untrusted = true;

  constructor(private readonly reader: StateBytesReader) {}

  private expect(what: number, name: string): void {
    const isWhat = this.reader.byte() === what;
    const saved = this.reader.text();
    if (saved !== name || !isWhat)
      throw new DifferentStateError(`the state has "${saved}" instead of "${name}"`);
  }

  number(name: string): number {
    this.expect(kind.real, name);
    return this.reader.real();
  }

  count(name: string, _: number, most: number): number {
    const value = this.number(name);
    if (Number.isInteger(value) && value >= 0 && value <= most) return value;
    throw new DifferentStateError(`"${name}" is ${value}, expected a whole number from 0 to ${most}`);
  }

  boolean(name: string): boolean {
    this.expect(kind.boolean, name);
    return this.reader.byte() === 1;
  }

  array(name: string, array: StateArray): void {
    const saved = this.bytes(name);
    const { buffer, byteOffset, byteLength } = array;
    if (saved.length !== byteLength)
      throw new DifferentStateError(`"${name}" has ${saved.length} bytes instead of ${byteLength}`);
    new Uint8Array(buffer, byteOffset, byteLength).set(saved);
  }

  resizable<T extends StateArray>(name: string, array: T): T {
    const saved = this.bytes(name);
    const length = saved.length / array.BYTES_PER_ELEMENT;
    if (!Number.isInteger(length))
      throw new DifferentStateError(`"${name}" ends inside of an element, after ${saved.length} bytes`);
    const into =
      length === array.length ? array : new (array.constructor as new (length: number) => T)(length);
    new Uint8Array(into.buffer, into.byteOffset, into.byteLength).set(saved);
    return into;
  }

  fixed<T extends StateArray>(name: string, array: T): T {
    return this.resizable(name, array.slice(0, 0) as T);
  }

  list(name: string, list: (number | bigint)[]): void {
    const { reader } = this;
    this.expect(kind.list, name);
    const length = reader.count();
    if (length > reader.rest) throw new DifferentStateError(`"${name}" has more elements than bytes follow`);
    list.length = 0;
    for (let i = 0; i < length; i++)
      list.push(reader.byte() === kind.integer ? integerOf(name, reader.text()) : reader.real());
  }

  private bytes(name: string): Uint8Array {
    this.expect(kind.array, name);
    return this.reader.bytes();
  }
}

function integerOf(name: string, text: string | undefined): bigint {
  if (/^-?\d{1,20}$/.test(text ?? '')) return BigInt(text as string);
  throw new DifferentStateError(`"${name}" has an element that is not an integer`);
}
