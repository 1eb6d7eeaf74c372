import { fail } from 'fmukit/author';

/**
 * Elimination order of the blocks of a matrix with symmetric pattern, and its fill: minimum degree
 * (Tinney & Walker 1967; George & Liu 1989). Equal degrees go by number. The degree of a block is
 * the sum of the sizes of the connected blocks that are not yet eliminated.
 *
 * A block may have to wait for others. The multipliers of constraints have a zero diagonal until
 * everything that they constrain is eliminated. Afterwards it is −B A⁻¹ Bᵀ, which is regular
 * exactly for independent constraints. No pivoting between blocks is therefore needed.
 *
 * Connections are directed edges in linked lists: edge e leads to block `to[e]`.
 */
export class EliminationOrder {
  /** Blocks, and edges. */
  count: i32 = 0;
  edges: i32 = 0;
  /** Rows of each block. */
  readonly size: StaticArray<i32>;
  /** Blocks in the order of elimination. */
  readonly order: StaticArray<i32>;
  /** First edge of a block or −1. Next edge. Where an edge leads. */
  readonly first: StaticArray<i32>;
  readonly next: StaticArray<i32>;
  readonly to: StaticArray<i32>;
  private waits: StaticArray<i32>;
  private waiting: StaticArray<i32>;
  private degree: StaticArray<i32>;
  private gone: StaticArray<bool>;

  /** @param maxBlocks and maxEdges what there is room for, fill included */
  constructor(
    readonly maxBlocks: i32,
    readonly maxEdges: i32,
  ) {
    this.size = new StaticArray<i32>(maxBlocks);
    this.order = new StaticArray<i32>(maxBlocks);
    this.first = new StaticArray<i32>(maxBlocks);
    this.next = new StaticArray<i32>(maxEdges);
    this.to = new StaticArray<i32>(maxEdges);
    this.waits = new StaticArray<i32>(maxEdges);
    this.waiting = new StaticArray<i32>(maxBlocks);
    this.degree = new StaticArray<i32>(maxBlocks);
    this.gone = new StaticArray<bool>(maxBlocks);
  }

  clear(): void {
    this.count = 0;
    this.edges = 0;
  }

  /** Declares a block of so many rows. Its number. */
  add(size: i32): i32 {
    const k: i32 = this.count;
    if (k == this.maxBlocks) fail('elimination order: more blocks than there is room for');
    this.size[k] = size;
    this.first[k] = -1;
    this.waiting[k] = 0;
    this.gone[k] = false;
    this.count = k + 1;
    return k;
  }

  /** The edge from i to j, or −1. */
  edge(i: i32, j: i32): i32 {
    let e: i32 = unchecked(this.first[i]);
    while (e >= 0 && unchecked(this.to[e]) != j) e = unchecked(this.next[e]);
    return e;
  }

  /** Connects blocks i and j. `later` makes j wait for i. */
  connect(i: i32, j: i32, later: bool): void {
    if (this.edge(i, j) >= 0) return;
    this.arc(i, j, later ? 1 : 0);
    this.arc(j, i, 0);
    if (later) this.waiting[j] = this.waiting[j] + 1;
  }

  /**
   * Computes `order` and the fill. After it the edges of a block lead to all with which it shares
   * an entry of the factors.
   */
  eliminate(): void {
    for (let k: i32 = 0; k < this.count; k++) this.degree[k] = this.degreeOf(k);
    for (let n: i32 = 0; n < this.count; n++) {
      const k: i32 = this.least();
      this.order[n] = k;
      this.gone[k] = true;
      this.fill(k);
      for (let e: i32 = this.first[k]; e >= 0; e = this.next[e]) {
        const j: i32 = this.to[e];
        if (this.waits[e] == 1) this.waiting[j] = this.waiting[j] - 1;
        if (!this.gone[j]) this.degree[j] = this.degreeOf(j);
      }
    }
  }

  /** The block that is eliminated next. */
  private least(): i32 {
    let best: i32 = -1;
    for (let k: i32 = 0; k < this.count; k++) {
      if (unchecked(this.gone[k]) || unchecked(this.waiting[k]) > 0) continue;
      if (best < 0 || unchecked(this.degree[k]) < unchecked(this.degree[best])) best = k;
    }
    if (best < 0) fail('elimination order: blocks wait for each other in a circle');
    return best;
  }

  private fill(k: i32): void {
    for (let e: i32 = this.first[k]; e >= 0; e = this.next[e]) {
      const i: i32 = this.to[e];
      if (this.gone[i]) continue;
      for (let f: i32 = this.next[e]; f >= 0; f = this.next[f]) {
        const j: i32 = this.to[f];
        if (!this.gone[j]) this.connect(i, j, false);
      }
    }
  }

  private degreeOf(k: i32): i32 {
    let sum: i32 = 0;
    for (let e: i32 = this.first[k]; e >= 0; e = this.next[e])
      if (!this.gone[this.to[e]]) sum += this.size[this.to[e]];
    return sum;
  }

  private arc(i: i32, j: i32, waits: i32): void {
    const e: i32 = this.edges;
    if (e == this.maxEdges) fail('elimination order: more connections than there is room for');
    this.to[e] = j;
    this.waits[e] = waits;
    this.next[e] = this.first[i];
    this.first[i] = e;
    this.edges = e + 1;
  }
}
