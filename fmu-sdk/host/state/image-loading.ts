import type { ImageReader } from './image-bytes.ts';
import { DifferentObjectsError, type Fields, isShared, kind, later, namesOf, tag } from './image-format.ts';

type View = ArrayBufferView & { readonly length?: number };

const views: Readonly<Record<string, new (buffer: ArrayBufferLike, offset: number, length: number) => View>> =
  Object.fromEntries(
    [
      ...[
        Float64Array,
        Float32Array,
        Int8Array,
        Uint8Array,
        Int16Array,
        Uint16Array,
        Int32Array,
        Uint32Array,
      ],
      ...[BigInt64Array, BigUint64Array],
    ].map((item) => [item.name, item as never]),
  );

/** Restores an image into the existing objects. See `SessionImage`. */
export class ImageLoader {
  private readonly open: object[] = [];
  private readonly met = new Set<unknown>();
  private readonly created: object[] = [];

  constructor(
    private readonly roots: readonly object[],
    private readonly known: readonly object[],
    private readonly reader: ImageReader,
  ) {}

  all(): void {
    for (const root of this.roots) this.meet(root);
    for (let i = 0; i < this.open.length; i++) this.content(this.open[i]);
  }

  private meet(value: object): void {
    if (typeof value === 'function' || this.met.has(value)) return;
    this.met.add(value);
    this.open.push(value);
  }

  private content(object: object): void {
    const { reader } = this;
    if (object instanceof ArrayBuffer || isShared(object)) return;
    if (ArrayBuffer.isView(object)) {
      const bytes = reader.bytes();
      new Uint8Array(object.buffer, object.byteOffset, object.byteLength).set(bytes);
      return;
    }
    const count = reader.count();
    if (Array.isArray(object)) this.list(object, count);
    else if (object instanceof Map) {
      const old = [...object.keys(), ...object.values()];
      const values = Array.from({ length: count }, (_, i) => this.slot(old[i]));
      object.clear();
      for (let i = 0; i < count / 2; i++) object.set(values[i], values[count / 2 + i]);
    } else if (object instanceof Set) {
      const old = [...object];
      const values = Array.from({ length: count }, (_, i) => this.slot(old[i]));
      object.clear();
      for (const value of values) object.add(value);
    } else this.fields(object as Fields, count);
  }

  private list(list: unknown[], count: number): void {
    for (let i = 0; i < count; i++) {
      const value = this.slot(list[i]);
      if (!Object.is(list[i], value) || i >= list.length) list[i] = value;
    }
    // A frozen array already has this length.
    if (list.length !== count) list.length = count;
  }

  private fields(object: Fields, count: number): void {
    const { reader } = this;
    const names = new Set<string>();
    for (let i = 0; i < count; i++) {
      const name = reader.text();
      // Not a field: it would change the object's class.
      if (name === '__proto__') throw new DifferentObjectsError('a field has an invalid name');
      names.add(name);
      const value = this.slot(object[name]);
      if (!Object.is(object[name], value) || !(name in object)) object[name] = value;
    }
    const prototype: unknown = Object.getPrototypeOf(object);
    if (prototype !== Object.prototype && prototype !== null) return;
    for (const name of namesOf(object)) if (!names.has(name)) delete object[name];
  }

  private slot(present: unknown): unknown {
    const { reader } = this;
    switch (reader.byte()) {
      case tag.undefined:
        return undefined;
      case tag.null:
        return null;
      case tag.false:
        return false;
      case tag.true:
        return true;
      case tag.real:
        return reader.real();
      case tag.integer:
        return BigInt(reader.text());
      case tag.text:
        return reader.text();
      case tag.known: {
        const value = this.known[reader.count()];
        this.meet(value);
        return value;
      }
      case tag.again:
        return this.created[reader.count()];
      case tag.made: {
        const value = this.make();
        this.meet(value);
        return value;
      }
      default:
        return present;
    }
  }

  private make(): object {
    const { created: made } = this;
    const place = made.length;
    made.push({});
    const value = this.blank();
    made[place] = value;
    return value;
  }

  private blank(): object {
    const { reader, known } = this;
    switch (reader.byte()) {
      case kind.array:
        return [];
      case kind.table:
        return {};
      case kind.map:
        return new Map();
      case kind.set:
        return new Set();
      case kind.view:
        return this.view();
      case kind.named:
        return Object.create(later[reader.count()]) as object;
      default:
        return Object.create(Object.getPrototypeOf(known[reader.count()])) as object;
    }
  }

  private view(): View {
    const { reader } = this;
    const View = views[reader.text()];
    const buffer = this.buffer();
    const offset = reader.count();
    const length = reader.count();
    return new View(buffer, offset, length / (View as unknown as typeof Float64Array).BYTES_PER_ELEMENT);
  }

  private buffer(): ArrayBufferLike {
    const { reader, known, created: made } = this;
    const how = reader.byte();
    const number = reader.count();
    if (how === tag.known) return known[number] as ArrayBuffer;
    if (how === tag.again) return made[number] as ArrayBuffer;
    const buffer = new ArrayBuffer(number);
    made.push(buffer);
    return buffer;
  }
}
