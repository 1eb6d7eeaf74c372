import { Covered } from '../wasm/address-ranges.ts';
import { ImageReader } from './image-bytes.ts';
import { OtherObjects, slotsOf } from './image-format.ts';
import { Loading } from './image-loading.ts';
import { Saving } from './image-saving.ts';
import { areSnapshots } from './snapshot.ts';

export { madeLater, NotKept, OtherObjects } from './image-format.ts';

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
  private readonly covered: Covered;

  /**
   * `except`: objects that fields may lead to, and that are left as they are; so are views that lie in one of `covered`.
   */
  constructor(
    private readonly roots: readonly object[],
    private readonly except: ReadonlySet<unknown>,
    covered: readonly ArrayBufferView[] = [],
  ) {
    this.covered = new Covered(covered);
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
    if (ArrayBuffer.isView(value)) return !this.covered.has(value);
    return !areSnapshots(value);
  }
}
