import { ImageReader, ImageWriter } from './image-bytes.ts';

type View = ArrayBufferView & { readonly length?: number };
type Fields = Record<string, unknown>;

/** What stands in a field. */
const tag = {
  /** It stays what it is. */
  same: 0,
  undefined: 1,
  null: 2,
  false: 3,
  true: 4,
  real: 5,
  integer: 6,
  text: 7,
  /** What was there when the image began, by its number. */
  known: 8,
  /** What was made since: described where it is met first, afterwards by its number. */
  made: 9,
  again: 10,
} as const;

/** What something that was made since is. */
const kind = { array: 0, table: 1, map: 2, set: 3, view: 4, instance: 5, named: 6 } as const;

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
    ].map((each) => [each.name, each as never]),
  );

/** Classes of which there may be no instance at the begin. */
const later: object[] = [];

/** Instances of these classes are made again too where there was none at the begin; to be said before any image, in one order. */
export function madeLater(...classes: readonly { readonly prototype: object }[]): void {
  later.push(...classes.map(({ prototype }) => prototype));
}

/** Something has come to be that bytes cannot hold. */
export class NotKept extends Error {}

/** The objects are others than those of which the bytes were made. */
export class OtherObjects extends Error {}

/**
 * What some objects hold, and all that they lead to, as bytes that the same program can put into its own objects later, in another process or on another machine:
 * values of fields, to whom they lead, contents of arrays, maps and sets. As of a `Memento` nothing can be forgotten that stands in a field, and nothing is
 * kept that stands in a variable of a function.
 *
 * Objects are known by the order in which they are met at the begin, so both programs have to begin alike: `new Image` when all is
 * made and nothing has gone on → `save` or `load`, any number of times. What is made later (arrays, tables, maps, sets, instances of classes of
 * which there was one, or of which `madeLater` knows) is made again. Functions, memories of WebAssembly and snapshots stay what they are.
 */
export class Image {
  private readonly numbers = new Map<unknown, number>();
  private readonly known: object[] = [];
  /** A known instance of each class. */
  private readonly classes = new Map<unknown, number>();
  private readonly shape: number;

  /**
   * `except`: objects that fields may lead to, and that are left as they are; so are views that lie in one of `covered`.
   */
  constructor(
    private readonly roots: readonly object[],
    private readonly except: ReadonlySet<unknown>,
    private readonly covered: readonly ArrayBufferView[] = [],
  ) {
    let shape = 2166136261;
    const mix = (text: string): void => {
      for (let i = 0; i < text.length; i++) shape = Math.imul(shape ^ text.charCodeAt(i), 16777619);
    };
    const open: object[] = [];
    const meet = (value: unknown): void => {
      if (!this.isKept(value) || this.numbers.has(value)) return;
      this.numbers.set(value, this.known.length);
      this.known.push(value);
      if (ArrayBuffer.isView(value)) meet(value.buffer);
      if (typeof value !== 'function') open.push(value);
    };
    roots.forEach(meet);
    for (let i = 0; i < open.length; i++) {
      const object = open[i];
      const prototype: unknown = Object.getPrototypeOf(object);
      if (!this.classes.has(prototype)) this.classes.set(prototype, this.numbers.get(object) as number);
      mix(object.constructor?.name ?? '');
      if (ArrayBuffer.isView(object)) mix(String(object.byteLength));
      else slotsOf(object, meet, mix);
    }
    this.shape = shape >>> 0;
  }

  /** Throws `NotKept` where something is led to that cannot be made again. */
  save(): Uint8Array {
    return new Saving(this.roots, this.numbers, this.classes, (value) => this.isKept(value)).bytes(
      this.shape,
    );
  }

  /** Throws `OtherObjects` where these are not the objects of which the bytes were made. */
  load(bytes: Uint8Array): void {
    const reader = new ImageReader(bytes);
    if (reader.count() !== this.shape) throw new OtherObjects('the objects are others');
    new Loading(this.roots, this.known, reader).all();
  }

  private isKept(value: unknown): value is object {
    if (typeof value === 'function') return true;
    if (typeof value !== 'object' || value === null || this.except.has(value)) return false;
    if (value instanceof WeakMap || value instanceof WeakSet || value instanceof DataView) return false;
    if (ArrayBuffer.isView(value)) return !this.covered.some((each) => isInside(value, each));
    return !isSnapshot(value) && !(Array.isArray(value) && value.length > 0 && value.every(isSnapshot));
  }
}

class Saving {
  private readonly writer = new ImageWriter();
  private readonly open: object[] = [];
  private readonly met = new Set<unknown>();
  private readonly made = new Map<unknown, number>();

  constructor(
    private readonly roots: readonly object[],
    private readonly numbers: ReadonlyMap<unknown, number>,
    private readonly classes: ReadonlyMap<unknown, number>,
    private readonly isKept: (value: unknown) => boolean,
  ) {}

  bytes(shape: number): Uint8Array {
    const { writer, open, met } = this;
    writer.count(shape);
    for (const root of this.roots) {
      met.add(root);
      open.push(root);
    }
    for (let i = 0; i < open.length; i++) this.content(open[i]);
    return writer.done();
  }

  private content(object: object): void {
    const { writer } = this;
    if (object instanceof ArrayBuffer || isShared(object)) return;
    if (ArrayBuffer.isView(object)) {
      writer.bytes(new Uint8Array(object.buffer, object.byteOffset, object.byteLength));
      return;
    }
    writer.count(countOf(object));
    slotsOf(
      object,
      (value, name) => this.slot(value, object, name),
      (name) => writer.text(name),
    );
  }

  private slot(value: unknown, owner: object, name: string): void {
    const { writer } = this;
    if (typeof value === 'number') {
      writer.byte(tag.real);
      writer.real(value);
    } else if (typeof value === 'bigint') {
      writer.byte(tag.integer);
      writer.text(String(value));
    } else if (typeof value === 'string') {
      writer.byte(tag.text);
      writer.text(value);
    } else if (typeof value === 'boolean') writer.byte(value ? tag.true : tag.false);
    else if (value === undefined) writer.byte(tag.undefined);
    else if (value === null) writer.byte(tag.null);
    else if (typeof value === 'symbol') writer.byte(tag.same);
    else this.object(value, owner, name);
  }

  private object(value: object, owner: object, name: string): void {
    const { writer, numbers, made } = this;
    const number = numbers.get(value);
    const again = made.get(value);
    if (!this.isKept(value)) writer.byte(tag.same);
    else if (number !== undefined) {
      writer.byte(tag.known);
      writer.count(number);
      this.meet(value);
    } else if (again !== undefined) {
      writer.byte(tag.again);
      writer.count(again);
    } else {
      writer.byte(tag.made);
      made.set(value, made.size);
      this.describe(value, owner, name);
      this.meet(value);
    }
  }

  private meet(value: object): void {
    if (typeof value === 'function' || this.met.has(value)) return;
    this.met.add(value);
    this.open.push(value);
  }

  private describe(value: object, owner: object, name: string): void {
    const { writer } = this;
    const prototype: unknown = Object.getPrototypeOf(value);
    const like = this.classes.get(prototype);
    const named = later.indexOf(prototype as object);
    if (Array.isArray(value)) writer.byte(kind.array);
    else if (prototype === Object.prototype || prototype === null) writer.byte(kind.table);
    else if (value instanceof Map) writer.byte(kind.map);
    else if (value instanceof Set) writer.byte(kind.set);
    else if (ArrayBuffer.isView(value)) this.describeView(value);
    else if (named >= 0) {
      writer.byte(kind.named);
      writer.count(named);
    } else if (like !== undefined && typeof value !== 'function') {
      writer.byte(kind.instance);
      writer.count(like);
    } else {
      const what = typeof value === 'function' ? 'a function' : `an instance of ${value.constructor?.name}`;
      throw new NotKept(`${owner.constructor?.name ?? 'a table'}.${name} is ${what} that was made meanwhile`);
    }
  }

  private describeView(view: ArrayBufferView): void {
    const { writer, numbers, made } = this;
    const { buffer, byteOffset, byteLength } = view;
    writer.byte(kind.view);
    writer.text(view.constructor.name);
    const number = numbers.get(buffer);
    const again = made.get(buffer);
    if (number !== undefined) {
      writer.byte(tag.known);
      writer.count(number);
    } else if (again !== undefined) {
      writer.byte(tag.again);
      writer.count(again);
    } else {
      made.set(buffer, made.size);
      writer.byte(tag.made);
      writer.count(buffer.byteLength);
    }
    writer.count(byteOffset);
    writer.count(byteLength);
  }
}

class Loading {
  private readonly open: object[] = [];
  private readonly met = new Set<unknown>();
  private readonly made: object[] = [];

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
    list.length = count;
  }

  private fields(object: Fields, count: number): void {
    const { reader } = this;
    const names = new Set<string>();
    for (let i = 0; i < count; i++) {
      const name = reader.text();
      // It is no field: by it an object becomes one of another class.
      if (name === '__proto__') throw new OtherObjects('a field has a name that none has');
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
        return this.made[reader.count()];
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
    const { made } = this;
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
    const { reader, known, made } = this;
    const how = reader.byte();
    const number = reader.count();
    if (how === tag.known) return known[number] as ArrayBuffer;
    if (how === tag.again) return made[number] as ArrayBuffer;
    const buffer = new ArrayBuffer(number);
    made.push(buffer);
    return buffer;
  }
}

/** Fields that can be written; not what is computed when it is asked for. */
function namesOf(object: object): string[] {
  return Object.keys(object).filter(
    (name) => Object.getOwnPropertyDescriptor(object, name)?.writable === true,
  );
}

function countOf(object: object): number {
  if (Array.isArray(object)) return object.length;
  if (object instanceof Map) return 2 * object.size;
  return object instanceof Set ? object.size : namesOf(object).length;
}

/** Goes through what an object holds, in an order of its own. `named` is told the name of a field before it. */
function slotsOf(
  object: object,
  see: (value: unknown, name: string) => void,
  named: (name: string) => void,
): void {
  if (Array.isArray(object)) for (let i = 0; i < object.length; i++) see(object[i], String(i));
  else if (object instanceof Map) {
    for (const key of object.keys()) see(key, 'key');
    for (const value of object.values()) see(value, 'value');
  } else if (object instanceof Set) for (const value of object) see(value, 'value');
  else
    for (const name of namesOf(object)) {
      named(name);
      see((object as Fields)[name], name);
    }
}

const isShared = (object: object): boolean =>
  typeof SharedArrayBuffer !== 'undefined' && object instanceof SharedArrayBuffer;

const isInside = (view: ArrayBufferView, whole: ArrayBufferView): boolean =>
  view.buffer === whole.buffer &&
  view.byteOffset >= whole.byteOffset &&
  view.byteOffset + view.byteLength <= whole.byteOffset + whole.byteLength;

/** As `Snapshot` says; taken anew before it is gone back to. */
function isSnapshot(value: unknown): boolean {
  const { take, restore, release } = (value ?? {}) as Fields;
  return [take, restore, release].every((each) => typeof each === 'function');
}
