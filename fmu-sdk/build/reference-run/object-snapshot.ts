type TypedArray = Float64Array | Uint8Array | Int32Array | BigInt64Array;
type Fields = Record<string, unknown>;

/** A saved object. `take` reports whether it refers to the same objects as at the last scan. */
interface SavedObject {
  take(): boolean;
  restore(): void;
}

/**
 * A snapshot of a unit's object and everything it refers to: field values, references, and contents
 * of arrays, maps and sets. All state of a unit is in fields, because the linter of units refuses
 * `#` fields and variables captured by functions.
 *
 * References are scanned once, and again only if one of them changes.
 */
export class ObjectSnapshot {
  private savedObjects: SavedObject[] = [];

  /** `except` lists objects that fields may refer to and that are left unchanged. */
  constructor(
    private readonly roots: readonly object[],
    private readonly except: ReadonlySet<unknown>,
  ) {
    this.look();
  }

  /** Replaces the saved state by the current one. */
  take(): void {
    for (let i = 0; i < this.savedObjects.length; i++)
      if (!this.savedObjects[i].take()) {
        this.look();
        return;
      }
  }

  restore(): void {
    for (let i = 0; i < this.savedObjects.length; i++) this.savedObjects[i].restore();
  }

  private look(): void {
    const visited = new Set<unknown>(this.except);
    const open: unknown[] = [];
    const savedObjects: SavedObject[] = [];
    const meet = (value: unknown): void => {
      if (typeof value !== 'object' || value === null || visited.has(value)) return;
      visited.add(value);
      open.push(value);
    };
    this.roots.forEach(meet);
    for (let object = open.pop(); object !== undefined; object = open.pop()) {
      const item = keeping(object as object, meet);
      if (item !== undefined) savedObjects.push(item);
    }
    this.savedObjects = savedObjects;
  }
}

function keeping(object: object, meet: (value: unknown) => void): SavedObject | undefined {
  if (ArrayBuffer.isView(object))
    return object instanceof DataView ? undefined : new SavedArray(object as TypedArray);
  if (object instanceof Map)
    return new SavedEntries(object, (map) => [...map.keys(), ...map.values()], refillMap, meet);
  if (object instanceof Set) return new SavedEntries(object, (set) => [...set], refillSet, meet);
  if (object instanceof WeakMap || object instanceof WeakSet || object instanceof ArrayBuffer)
    return undefined;
  return Array.isArray(object) ? new SavedList(object, meet) : new SavedFields(object as Fields, meet);
}

class SavedArray implements SavedObject {
  private readonly content: TypedArray;

  constructor(private readonly array: TypedArray) {
    this.content = array.slice();
  }

  take(): boolean {
    this.content.set(this.array as Float64Array & BigInt64Array);
    return true;
  }

  restore(): void {
    this.array.set(this.content as Float64Array & BigInt64Array);
  }
}

/** Fields of an object, except computed and read-only ones. */
class SavedFields implements SavedObject {
  private readonly all: string[];
  private readonly names: string[];
  private readonly values: unknown[];
  /** Marks an object used as a table, where fields are added and removed. */
  private readonly open: boolean;

  constructor(
    private readonly object: Fields,
    meet: (value: unknown) => void,
  ) {
    const fields = Object.getOwnPropertyDescriptors(object);
    this.all = Object.keys(object);
    this.names = this.all.filter((name) => fields[name].writable === true);
    this.values = this.names.map((name) => object[name]);
    const prototype: unknown = Object.getPrototypeOf(object);
    this.open = prototype === Object.prototype || prototype === null;
    for (const name of this.all) meet(fields[name].value);
  }

  take(): boolean {
    const { object, names, values } = this;
    if (this.open && !this.sameNames()) return false;
    for (let i = 0; i < names.length; i++) {
      const value = object[names[i]];
      if (value === values[i]) continue;
      if (typeof value === 'object' && value !== null) return false;
      values[i] = value;
    }
    return true;
  }

  private sameNames(): boolean {
    const { object, all } = this;
    let i = 0;
    for (const name in object) if (name !== all[i++]) return false;
    return i === all.length;
  }

  restore(): void {
    const { object, names, values } = this;
    if (this.open && !this.sameNames())
      for (const name of Object.keys(object))
        if (names.includes(name) || !this.all.includes(name)) delete object[name];
    for (let i = 0; i < names.length; i++)
      if (!Object.is(object[names[i]], values[i])) object[names[i]] = values[i];
  }
}

class SavedList implements SavedObject {
  private readonly values: unknown[];

  constructor(
    private readonly list: unknown[],
    meet: (value: unknown) => void,
  ) {
    this.values = list.slice();
    this.values.forEach(meet);
  }

  take(): boolean {
    const { list, values } = this;
    if (list.length !== values.length) return false;
    for (let i = 0; i < list.length; i++) {
      const value = list[i];
      if (value === values[i]) continue;
      if (typeof value === 'object' && value !== null) return false;
      values[i] = value;
    }
    return true;
  }

  restore(): void {
    const { list, values } = this;
    list.length = values.length;
    for (let i = 0; i < values.length; i++) if (!Object.is(list[i], values[i])) list[i] = values[i];
  }
}

/** Entries of a map or a set, stored as a list. */
class SavedEntries<T extends Map<unknown, unknown> | Set<unknown>> implements SavedObject {
  private readonly values: unknown[];

  constructor(
    private readonly object: T,
    private readonly list: (object: T) => unknown[],
    private readonly refill: (object: T, values: readonly unknown[]) => void,
    meet: (value: unknown) => void,
  ) {
    this.values = list(object);
    this.values.forEach(meet);
  }

  take(): boolean {
    return this.same();
  }

  private same(): boolean {
    const { object, values } = this;
    if (object.size === 0 && values.length === 0) return true;
    const now = this.list(object);
    return now.length === values.length && now.every((value, i) => Object.is(value, values[i]));
  }

  restore(): void {
    if (!this.same()) this.refill(this.object, this.values);
  }
}

function refillMap(map: Map<unknown, unknown>, values: readonly unknown[]): void {
  const count = values.length / 2;
  map.clear();
  for (let i = 0; i < count; i++) map.set(values[i], values[count + i]);
}

function refillSet(set: Set<unknown>, values: readonly unknown[]): void {
  set.clear();
  for (const value of values) set.add(value);
}
