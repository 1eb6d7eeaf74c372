import { type Random, random } from '../fmu-sdk/util/seeded-random.ts';

/** Choices that follow from a seed alone. */
export class Dice {
  private readonly next: Random;

  constructor(seed: number) {
    this.next = random(seed);
  }

  /** Returns a whole number from 0 to n − 1, or 0 for n = 0. */
  below(n: number): number {
    return Math.floor(this.next() * n);
  }

  /** True once in so many times. */
  once(times: number): boolean {
    return this.next() * times < 1;
  }

  of<T>(list: readonly T[]): T {
    return list[this.below(list.length)];
  }

  /** A number from 1 on, each half as likely as the one before. */
  few(most = 16): number {
    let n = 1;
    while (n < most && this.next() < 0.5) n++;
    return n;
  }

  /** Any 32 bits, the small and the extreme ones more often. */
  word(): number {
    return this.once(3) ? Math.floor(this.next() * 2 ** 32) : this.of(words);
  }
}

const words = [
  ...[0, 1, 2, 3, 4, 7, 8, 9, 15, 16, 22, 46, 63, 64, 127, 128, 200, 201, 255, 256, 0x7fff, 0x8000],
  ...[0xffff, 0x10000, 0x10001, 0xffffff, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff],
];
