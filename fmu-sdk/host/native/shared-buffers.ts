import { UserError } from '../../util/user-error.ts';
import type { Addon, Handle } from './addon.ts';

/** A piece of memory that the FMU can access, too. */
export interface SharedPlace {
  segment: number;
  buffer: ArrayBuffer;
  offset: number;
}

const first = 65536;

/**
 * Allocates memory for buffers until the FMU is closed or `clear` frees them. Grows by segments,
 * each twice as large as the previous one.
 */
export class Memory {
  private readonly segments: ArrayBuffer[] = [];
  private segment = -1;
  private buffer: ArrayBuffer = new ArrayBuffer(0);
  private used = 0;

  constructor(
    private readonly addon: Addon,
    private readonly unit: Handle,
  ) {}

  place(bytes: number): SharedPlace {
    while (this.used + bytes > this.buffer.byteLength) this.next(bytes);
    const offset = this.used;
    this.used += Math.ceil(bytes / 8) * 8;
    return { segment: this.segment, buffer: this.buffer, offset };
  }

  /** All segments so far, by their number. */
  get buffers(): readonly ArrayBuffer[] {
    return this.segments;
  }

  /** Frees all buffers. Their segments are used again, with zeros. */
  clear(): void {
    for (const buffer of this.segments.slice(0, Math.max(0, this.segment))) new Uint8Array(buffer).fill(0);
    new Uint8Array(this.buffer, 0, this.used).fill(0);
    this.segment = -1;
    this.buffer = new ArrayBuffer(0);
    this.used = 0;
  }

  private next(bytes: number): void {
    this.buffer = this.segments[this.segment + 1] ?? this.added(bytes);
    this.segment++;
    this.used = 0;
  }

  private added(bytes: number): ArrayBuffer {
    const size = Math.max(first * 2 ** Math.min(this.segments.length, 10), bytes);
    const buffer = this.addon.segment(this.unit, size);
    if (buffer === undefined)
      throw new UserError(
        `run a native FMU: cannot allocate ${size} more bytes for its values. Free memory, or exchange fewer values.`,
      );
    this.segments.push(buffer);
    return buffer;
  }
}
