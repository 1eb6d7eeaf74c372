import { mostPages } from '../../wasm/relocate/relocate-module.ts';
import type { Instance } from '../instance.ts';

const page = 65536;
const line = 64;
/**
 * Bytes between two regions. What units use most stands at the same place in each of them, and must not meet in the same sets of
 * caches: regions begin at ever other places in their pages, and their pages at no regular distance, which would let 1000 of them
 * meet in few sets of address translation (measured: a page and 192 bytes 21 ns a step of a small unit, whole pages 38 ns).
 */
const gap = 67 * line;
/** Small pieces lie close together in blocks of so many bytes. */
const block = 1 << 16;

/**
 * A memory in which the instances of a system have regions: they lie side by side, and a step of all of them is one call. It
 * grows without moving, since it is shared memory; nobody else is given it. Key of itself in what instances opened together share.
 */
export class Regions {
  private grown: WebAssembly.Memory | undefined;
  private end = 0;
  /** What is left of the last block. */
  private small = { at: 0, end: 0 };
  private readonly buffers = new WeakSet<ArrayBufferLike>();

  get memory(): WebAssembly.Memory {
    this.grown ??= new WebAssembly.Memory({ initial: 1, maximum: mostPages, shared: true });
    return this.grown;
  }

  /** The memory as it is now; what was taken before stays where it is. */
  get buffer(): ArrayBufferLike {
    const { buffer } = this.memory;
    this.buffers.add(buffer);
    return buffer;
  }

  /** Address of so many bytes, all 0. Throws a RangeError when there is no more room. */
  take(bytes: number): number {
    const at = this.end + gap;
    const end = Math.ceil((at + bytes) / line) * line;
    const has = this.memory.buffer.byteLength;
    if (end > has) {
      const missing = Math.ceil((end - has) / page);
      const most = mostPages - has / page;
      if (missing > most) throw new RangeError('there is no more room in this memory');
      this.memory.grow(Math.min(most, Math.max(missing, Math.ceil(has / page / 4))));
    }
    this.end = end;
    return at;
  }

  /** Address of so many bytes, all 0, next to those that were taken last in this way. Throws a RangeError as `take` does. */
  takeSmall(bytes: number): number {
    if (this.small.at + bytes > this.small.end) {
      const at = this.take(Math.max(bytes, block));
      this.small = { at, end: at + Math.max(bytes, block) };
    }
    const { at } = this.small;
    this.small.at = at + Math.ceil(bytes / 8) * 8;
    return at;
  }

  /** How far the memory is taken. */
  mark(): Mark {
    return { end: this.end, small: { ...this.small } };
  }

  /** Gives up what was taken since a mark: the next pieces have the same addresses, and are 0 again. */
  back({ end, small }: Mark): void {
    const bytes = new Uint8Array(this.buffer);
    const same = this.small.end === small.end;
    bytes.fill(0, small.at, same ? this.small.at : small.end);
    bytes.fill(0, end, this.end);
    this.end = end;
    this.small = { ...small };
  }

  /** Address of an element of a view, undefined where that is not in this memory. */
  addressOf(view: ArrayBufferView & { BYTES_PER_ELEMENT: number }, element: number): number | undefined {
    if (!this.buffers.has(view.buffer)) return undefined;
    return view.byteOffset + element * view.BYTES_PER_ELEMENT;
  }
}

/** How far a memory was taken at a time (`Regions.mark`). */
export interface Mark {
  readonly end: number;
  readonly small: { readonly at: number; readonly end: number };
}

/** Where an instance has its region, and what lets many step. */
export interface Region {
  regions: Regions;
  /** Address of its record. */
  record: number;
  /** `run` of its module (`runCode`); the same for all instances of a module in these regions. */
  run: WebAssembly.ExportValue;
}

const places = new WeakMap<Instance, Region>();

/** Remembers where an instance has its region. */
export function placed(instance: Instance, region: Region): Instance {
  places.set(instance, region);
  return instance;
}

/** The region of an instance; undefined where it has a memory of its own, or none. */
export function regionOf(instance: Instance): Region | undefined {
  return places.get(instance);
}
