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
 * Allocates memory for buffers until the FMU is closed. Grows by segments, each twice as large as
 * the previous one.
 */
export class Memory {
  private segment = -1;
  private buffer: ArrayBuffer = new ArrayBuffer(0);
  private used = 0;

  constructor(
    private readonly addon: Addon,
    private readonly unit: Handle,
  ) {}

  place(bytes: number): SharedPlace {
    if (this.used + bytes > this.buffer.byteLength) this.extend(bytes);
    const offset = this.used;
    this.used += Math.ceil(bytes / 8) * 8;
    return { segment: this.segment, buffer: this.buffer, offset };
  }

  private extend(bytes: number): void {
    const size = Math.max(first * 2 ** Math.min(this.segment + 1, 10), bytes);
    const buffer = this.addon.segment(this.unit, size);
    if (buffer === undefined)
      throw new UserError(
        `run a native FMU: cannot allocate ${size} more bytes for its values. Free memory, or exchange fewer values.`,
      );
    this.segment++;
    this.buffer = buffer;
    this.used = 0;
  }
}
