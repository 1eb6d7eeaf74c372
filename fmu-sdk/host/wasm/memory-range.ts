/** Memory range of an FMU: its address 0 is byte `at` of `buffer`, and it has `size` bytes. */
export interface MemoryRange {
  readonly buffer: ArrayBufferLike;
  readonly at: number;
  readonly size: number;
}
