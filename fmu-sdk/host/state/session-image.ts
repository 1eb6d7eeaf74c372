import { AddressRanges } from '../wasm/address-ranges.ts';
import { ImageReader } from './image-bytes.ts';
import { DifferentObjectsError, slotsOf } from './image-format.ts';
import { ImageLoader } from './image-loading.ts';
import { ImageSaver } from './image-saving.ts';
import { areSnapshots } from './snapshot.ts';

export {
  DifferentObjectsError,
  NotSavableError,
  registerLaterClasses,
} from './image-format.ts';

/**
 * Contents of objects and everything they refer to, as bytes. Another process or machine can load
 * them into the objects of the same program. Like `ObjectSnapshot` it covers values and references in
 * fields, arrays, maps and sets, but not variables captured by functions.
 *
 * Objects are identified by their order at the start, so both programs must start equally. Call
 * `new SessionImage` when all objects exist and before the run, then `save` or `load` any number of times.
 * Objects created later (arrays, tables, maps, sets, instances of classes known from the start or
 * from `registerLaterClasses`) are recreated. Functions, WebAssembly memories and snapshots are left
 * unchanged.
 */
export class SessionImage {
  private readonly numbers = new Map<unknown, number>();
  private readonly known: object[] = [];
  /** A known instance of each class. */
  private readonly classes = new Map<unknown, number>();
  private readonly shape: number;
  private readonly covered: AddressRanges;

  /**
   * `except` lists objects that fields may refer to and that are left unchanged, as are views into
   * `covered`.
   */
  constructor(
    private readonly roots: readonly object[],
    private readonly except: ReadonlySet<unknown>,
    covered: readonly ArrayBufferView[] = [],
  ) {
    this.covered = new AddressRanges(covered);
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

  /** @throws NotSavableError if a reference leads to an object that cannot be recreated */
  save(): Uint8Array {
    return new ImageSaver(this.roots, this.numbers, this.classes, (value) => this.isKept(value)).bytes(
      this.shape,
    );
  }

  /** @throws DifferentObjectsError if the objects differ from the ones that were saved */
  load(bytes: Uint8Array): void {
    const reader = new ImageReader(bytes);
    if (reader.count() !== this.shape) throw new DifferentObjectsError('the objects differ');
    new ImageLoader(this.roots, this.known, reader).all();
  }

  private isKept(value: unknown): value is object {
    if (typeof value === 'function') return true;
    if (typeof value !== 'object' || value === null || this.except.has(value)) return false;
    if (value instanceof WeakMap || value instanceof WeakSet || value instanceof DataView) return false;
    if (ArrayBuffer.isView(value)) return !this.covered.has(value);
    return !areSnapshots(value);
  }
}
