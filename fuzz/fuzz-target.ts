import type { Dice } from './seeded-dice.ts';

/**
 * What is fuzzed: one way by which something from outside gets into the program.
 *
 * Call order: `run` any number of times, one after the other; `close` once.
 */
export interface Target {
  readonly name: string;
  /** What is read, in a few words, for the list. */
  readonly about: string;
  /** Another case, made from one that is there; parts of `others` may be put into it. */
  mutate(seed: Uint8Array, dice: Dice, others: readonly Uint8Array[]): Uint8Array;
  /**
   * Takes a case as the program takes it from outside, and checks what must hold of what was accepted (`holds`). Returns a few
   * words on the way that the case went: a case that goes a new way is kept and mutated further. Throws what the program throws.
   */
  run(bytes: Uint8Array): string | Promise<string>;
  /** Whether a case that was refused has the form that is read, and is refused for what it says in it. */
  hasForm(bytes: Uint8Array): boolean;
  close?(): void;
}

/** Something that must hold of every case does not. */
export class Broken extends Error {
  override readonly name: string = 'Broken';
}

export function holds(condition: boolean, what: string): asserts condition {
  if (!condition) throw new Broken(what);
}

/** Whether something is read without an error. */
export function reads(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch {
    return false;
  }
}

const decoder = new TextDecoder('utf-8', { fatal: false, ignoreBOM: true });
const encoder = new TextEncoder();

export function textOf(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

export function bytesOf(text: string): Uint8Array {
  return encoder.encode(text);
}
