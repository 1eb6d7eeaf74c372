/** Where a unit's memory lies: its address 0 is byte `at` of `buffer`, and it has `size` bytes. */
export interface Ground {
  readonly buffer: ArrayBufferLike;
  readonly at: number;
  readonly size: number;
}
