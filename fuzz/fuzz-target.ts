import type { Dice } from './seeded-dice.ts';

/**
 * A fuzz target: one path of external data into the program.
 *
 * Call order: `run` any number of times, one after the other, then `close` once.
 */
export interface Target {
  readonly name: string;
  /** Short description of the input, for the list. */
  readonly about: string;
  /** Time of a case relative to that of other targets, at least 1. Tests make fewer of slow cases. */
  readonly cost?: number;
  /** Another case, made from one that is there. Parts of `others` may be put into it. */
  mutate(seed: Uint8Array, dice: Dice, others: readonly Uint8Array[]): Uint8Array;
  /**
   * Reads a case as the program reads external data, and checks the required properties of accepted
   * input (`holds`).
   *
   * Returns a short text for the path of the case. A case with a new path is saved and mutated
   * further. Throws the errors of the program.
   */
  run(bytes: Uint8Array): string | Promise<string>;
  /** Returns whether a rejected case has the right format, and is rejected for its content. */
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

/** Returns whether `read` succeeds without an error. */
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
