/** Where a unit's memory lies: its address 0 is byte `at` of `buffer`, and it has `size` bytes. */
export interface Ground {
  buffer: ArrayBufferLike;
  at: number;
  size: number;
}
