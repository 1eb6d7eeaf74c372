import { requireType, type StateArray, type Stateful, type StateVisitor } from './stateful.ts';

/**
 * Copy of the state of an object in memory. It can be restored any number of times. `take` and
 * `restore` do not allocate memory if the sizes of the state are constant.
 */
export class StateCopy implements StateVisitor {
  readonly untrusted = false;
  private numbers: Float64Array = new Float64Array(64);
  private readonly arrays: StateArray[] = [];
  private readonly lists: (number | bigint)[][] = [];
  private restoring = false;
  private nextNumber = 0;
  private nextArray = 0;
  private nextList = 0;

  constructor(private readonly part: Stateful) {
    this.take();
  }

  /** Replaces the saved state by the present one. */
  take(): void {
    this.visit(false);
  }

  restore(): void {
    this.visit(true);
  }

  private visit(restoring: boolean): void {
    this.restoring = restoring;
    this.nextNumber = this.nextArray = this.nextList = 0;
    this.part.visitState(this);
  }

  number(name: string, value: number): number {
    const k = this.nextNumber++;
    if (this.restoring) return this.numbers[k];
    requireType(name, value, 'number');
    if (k === this.numbers.length) this.grow();
    this.numbers[k] = value;
    return value;
  }

  count(name: string, value: number): number {
    return this.number(name, value);
  }

  boolean(name: string, value: boolean): boolean {
    requireType(name, value, 'boolean');
    return this.number(name, value ? 1 : 0) === 1;
  }

  array(_name: string, array: StateArray): void {
    const k = this.nextArray++;
    if (this.restoring) copyInto(array, this.arrays[k]);
    else if (isAlike(this.arrays[k], array)) copyInto(this.arrays[k], array);
    else this.arrays[k] = array.slice();
  }

  resizable<T extends StateArray>(name: string, array: T): T {
    const saved = this.arrays[this.nextArray];
    const into = this.restoring && saved.length !== array.length ? (saved.slice() as T) : array;
    this.array(name, into);
    return into;
  }

  fixed<T extends StateArray>(_name: string, array: T): T {
    const k = this.nextArray++;
    if (!this.restoring) this.arrays[k] = array;
    return this.arrays[k] as T;
  }

  list(_name: string, list: (number | bigint)[]): void {
    const saved = (this.lists[this.nextList++] ??= []);
    const [from, into] = this.restoring ? [saved, list] : [list, saved];
    if (into.length !== from.length) into.length = from.length;
    for (let i = 0; i < from.length; i++) into[i] = from[i];
  }

  private grow(): void {
    const { numbers } = this;
    this.numbers = new Float64Array(2 * numbers.length);
    this.numbers.set(numbers);
  }
}

/** Reports whether an array of an earlier state can hold the elements of this one. */
function isAlike(saved: StateArray | undefined, array: StateArray): boolean {
  return saved?.length === array.length && saved.constructor === array.constructor;
}

function copyInto(into: StateArray, from: StateArray): void {
  into.set(from as Float64Array & BigInt64Array);
}
