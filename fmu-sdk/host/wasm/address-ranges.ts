/** Memory ranges ordered by start. `ends[i]` is the largest end of the ranges up to the i-th. */
interface SortedRanges {
  readonly begins: Float64Array;
  readonly ends: Float64Array;
}

/** Reports in logarithmic time whether a view lies inside one of several views. */
export class AddressRanges {
  private readonly buffers = new Map<ArrayBufferLike, SortedRanges>();

  constructor(views: readonly ArrayBufferView[]) {
    const byBuffer = new Map<ArrayBufferLike, ArrayBufferView[]>();
    for (const view of views) {
      const bufferViews = byBuffer.get(view.buffer);
      if (bufferViews === undefined) byBuffer.set(view.buffer, [view]);
      else bufferViews.push(view);
    }
    for (const [buffer, bufferViews] of byBuffer) {
      bufferViews.sort((a, b) => a.byteOffset - b.byteOffset);
      const ends = Float64Array.from(bufferViews, (view) => view.byteOffset + view.byteLength);
      for (let i = 1; i < ends.length; i++) ends[i] = Math.max(ends[i], ends[i - 1]);
      this.buffers.set(buffer, { begins: Float64Array.from(bufferViews, (view) => view.byteOffset), ends });
    }
  }

  has(view: ArrayBufferView): boolean {
    const stretches = this.buffers.get(view.buffer);
    if (stretches === undefined) return false;
    const { begins, ends } = stretches;
    // Last range that starts no later than the view.
    let [low, high] = [-1, begins.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (begins[middle] <= view.byteOffset) low = middle;
      else high = middle - 1;
    }
    return low >= 0 && ends[low] >= view.byteOffset + view.byteLength;
  }
}
