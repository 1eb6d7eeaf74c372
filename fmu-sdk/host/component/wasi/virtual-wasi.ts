import type { Stateful, StateVisitor } from '../../../util/state/stateful.ts';
import { Pollable } from './empty-wasi.ts';

/** Largest number of random bytes in one call. */
const mostBytes = 1n << 20n;

/**
 * Reproducible random numbers that belong to the FMU's state (splitmix32. Steele, Lea & Flood
 * 2014).
 */
export class SeededRandom implements Stateful {
  private state = 0x9e3779b9;

  /** Returns 32 random bits. */
  next(): number {
    this.state = (this.state + 0x9e3779b9) >>> 0;
    let z = this.state;
    z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
    return (z ^ (z >>> 15)) >>> 0;
  }

  restart(): void {
    this.state = 0x9e3779b9;
  }

  visitState(state: StateVisitor): void {
    this.state = state.number('random', this.state);
  }
}

/**
 * WASI 0.2 functions with simulated answers: clocks show the simulation time (`now`, in seconds),
 * random numbers have a fixed seed, and waiting ends at once. Every run is therefore reproducible.
 */
export function virtualWasi(
  now: () => number,
  random: SeededRandom,
): Record<string, Record<string, unknown>> {
  const nanoseconds = (): bigint => BigInt(Math.round(Math.max(0, now()) * 1e9));
  const wait = (): Pollable => new Pollable();
  const u64 = (): bigint => (BigInt(random.next()) << 32n) | BigInt(random.next());
  const bytes = (count: bigint): Uint8Array => {
    if (count > mostBytes)
      throw new Error(`the FMU requested ${count} random bytes at once, but the limit is ${mostBytes}`);
    return Uint8Array.from({ length: Number(count) }, () => random.next() & 0xff);
  };
  return {
    'wasi:clocks/monotonic-clock': {
      now: nanoseconds,
      resolution: () => 1n,
      subscribeInstant: wait,
      subscribeDuration: wait,
    },
    'wasi:clocks/wall-clock': {
      now: () => {
        const all = nanoseconds();
        return { seconds: all / 1_000_000_000n, nanoseconds: Number(all % 1_000_000_000n) };
      },
      resolution: () => ({ seconds: 0n, nanoseconds: 1 }),
    },
    'wasi:random/random': { getRandomBytes: bytes, getRandomU64: u64 },
    'wasi:random/insecure': { getInsecureRandomBytes: bytes, getInsecureRandomU64: u64 },
  };
}

/**
 * Describes the simulated functions that a component uses, given its bytes. Returns undefined
 * without any.
 */
export function simulatedFunctionsText(component: Uint8Array): string | undefined {
  const text = new TextDecoder('latin1').decode(component);
  const words = [
    ...(/wasi:clocks\/(monotonic|wall)-clock/.test(text) ? ['clocks, which show the simulation time'] : []),
    ...(/wasi:random\/(random|insecure)@/.test(text)
      ? ['random numbers, which are the same in every run']
      : []),
  ];
  return words.length === 0 ? undefined : words.join(', and for ');
}
