/** Random choices from a seed. */
export class Dice {
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  /** Returns a number from 0 to 1 (mulberry32). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let t = this.state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }

  below(n: number): number {
    return Math.floor(this.next() * n);
  }

  one<T>(list: readonly T[]): T {
    return list[this.below(list.length)];
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  many<T>(most: number, make: (k: number) => T): T[] {
    return Array.from({ length: this.below(most + 1) }, (_, k) => make(k));
  }
}
