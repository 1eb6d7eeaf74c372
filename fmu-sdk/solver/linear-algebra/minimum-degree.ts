import type { SparseMatrix } from './sparse-matrix.ts';

/** An order of elimination, and what it costs. */
export interface Ordering {
  /** The column eliminated k-th. */
  order: Int32Array;
  /**
   * Number of multiplications for the factors of a matrix with this pattern and its transpose, with
   * pivots on the diagonal.
   */
  operations: number;
}

/**
 * Returns an order of elimination that keeps factors sparse. It is the approximate minimum degree on the
 * pattern of A + Aᵀ in the quotient graph, with absorption of elements (Amestoy, Davis & Duff 1996,
 * without supervariables). Columns with very many entries come last. A band matrix keeps its
 * natural order.
 */
export function minimumDegree(pattern: SparseMatrix): Ordering {
  const { n } = pattern;
  const graph = new QuotientGraph(pattern);
  const order = new Int32Array(n);
  let operations = 0;
  for (let k = 0; k < n; k++) {
    const last = n - 1 - k;
    const p = graph.popLeastDegree();
    const degree = p < 0 ? last : graph.eliminate(p) + graph.postponed.length;
    order[k] = p < 0 ? graph.postponed[graph.postponed.length - 1 - last] : p;
    operations += degree * (degree + 1);
  }
  return { order, operations };
}

/**
 * Quotient graph of remaining variables and elements. An element is the clique that an eliminated
 * variable leaves.
 */
class QuotientGraph {
  /** Columns that come last, dense ones. */
  readonly postponed: number[] = [];
  private readonly neighbours: number[][];
  private readonly elementsOf: number[][];
  /**
   * Variables of an element. The list is empty before the element exists and after its absorption.
   */
  private readonly members: number[][];
  private readonly eliminated: Uint8Array;
  private readonly absorbed: Uint8Array;
  private readonly degrees: Int32Array;
  /** Lists of the variables of each degree. */
  private readonly heads: Int32Array;
  private readonly next: Int32Array;
  private readonly previous: Int32Array;
  private lowest = 0;
  private readonly marks: Int32Array;
  private readonly outside: Int32Array;
  private readonly counted: Int32Array;
  private stamp = 0;

  constructor(pattern: SparseMatrix) {
    const { n } = pattern;
    const numbers = (value: number): Int32Array => new Int32Array(n).fill(value);
    const neighbours = symmetric(pattern);
    const most = Math.max(16, 10 * Math.sqrt(n));
    this.eliminated = new Uint8Array(n);
    this.absorbed = new Uint8Array(n);
    for (let i = 0; i < n; i++)
      if (neighbours[i].length > most) {
        this.postponed.push(i);
        this.eliminated[i] = 1;
      }
    this.neighbours = neighbours.map((list, i) =>
      this.eliminated[i] === 1 ? [] : list.filter((j) => this.eliminated[j] === 0),
    );
    this.elementsOf = neighbours.map(() => []);
    this.members = neighbours.map(() => []);
    this.degrees = Int32Array.from(this.neighbours, ({ length }) => length);
    this.heads = numbers(-1);
    this.next = numbers(-1);
    this.previous = numbers(-1);
    this.marks = numbers(0);
    this.outside = numbers(0);
    this.counted = numbers(0);
    for (let i = n - 1; i >= 0; i--) if (this.eliminated[i] === 0) this.link(i);
  }

  /**
   * Returns a variable of least degree, or −1 after the last one. Among equals, it takes the first
   * by column, or the one that became cheap last.
   */
  popLeastDegree(): number {
    const { heads } = this;
    while (this.lowest < heads.length && heads[this.lowest] < 0) this.lowest++;
    return this.lowest < heads.length ? heads[this.lowest] : -1;
  }

  /** Eliminates a variable. Returns the number of variables that its column is joined to. */
  eliminate(p: number): number {
    this.unlink(p);
    this.eliminated[p] = 1;
    const clique = this.clique(p);
    this.members[p] = clique;
    this.countOutside(clique);
    for (const i of clique) this.update(i, p, clique.length);
    return clique.length;
  }

  private clique(p: number): number[] {
    const { marks, members, absorbed } = this;
    const stamp = ++this.stamp;
    const clique: number[] = [];
    const take = (list: number[]): void => {
      for (const i of list)
        if (this.eliminated[i] === 0 && marks[i] !== stamp) {
          marks[i] = stamp;
          clique.push(i);
        }
    };
    take(this.neighbours[p]);
    for (const e of this.elementsOf[p]) {
      if (absorbed[e] === 1) continue;
      take(members[e]);
      absorbed[e] = 1;
      members[e] = [];
    }
    return clique;
  }

  /** Counts, for each element that touches the clique, its variables outside the clique. */
  private countOutside(clique: readonly number[]): void {
    const { elementsOf, members, outside, counted, stamp } = this;
    for (const i of clique)
      for (const e of elementsOf[i]) {
        if (counted[e] !== stamp) {
          counted[e] = stamp;
          outside[e] = members[e].length;
        }
        outside[e]--;
      }
  }

  private update(i: number, p: number, size: number): void {
    const { marks, outside, absorbed, neighbours, elementsOf, stamp } = this;
    let degree = size - 1;
    neighbours[i] = neighbours[i].filter((j) => this.eliminated[j] === 0 && marks[j] !== stamp);
    elementsOf[i] = elementsOf[i].filter((e) => absorbed[e] === 0 && outside[e] > 0);
    degree += neighbours[i].length;
    for (const e of elementsOf[i]) degree += outside[e];
    elementsOf[i].push(p);
    this.unlink(i);
    this.degrees[i] = Math.min(degree, this.degrees[i] + size - 1, this.heads.length - 1);
    this.link(i);
  }

  private link(i: number): void {
    const { degrees, heads, next, previous } = this;
    const head = heads[degrees[i]];
    next[i] = head;
    previous[i] = -1;
    if (head >= 0) previous[head] = i;
    heads[degrees[i]] = i;
    if (degrees[i] < this.lowest) this.lowest = degrees[i];
  }

  private unlink(i: number): void {
    const { degrees, heads, next, previous } = this;
    if (previous[i] >= 0) next[previous[i]] = next[i];
    else heads[degrees[i]] = next[i];
    if (next[i] >= 0) previous[next[i]] = previous[i];
  }
}

/** Neighbours of each column in the graph of A + Aᵀ, without itself. */
function symmetric({ n, starts, rows }: SparseMatrix): number[][] {
  const lists: number[][] = Array.from({ length: n }, () => []);
  for (let j = 0; j < n; j++)
    for (let k = starts[j]; k < starts[j + 1]; k++)
      if (rows[k] !== j) {
        lists[j].push(rows[k]);
        lists[rows[k]].push(j);
      }
  const lastList = new Int32Array(n).fill(-1);
  return lists.map((list, i) =>
    list.filter((j) => {
      const first = lastList[j] !== i;
      lastList[j] = i;
      return first;
    }),
  );
}
