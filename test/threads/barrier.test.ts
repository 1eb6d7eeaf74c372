import { afterEach, describe, expect, it, vi } from 'vitest';
import { Barrier } from '../../master/run/threads/barrier.ts';

/**
 * Waits for another thread with these delays, with a clock that advances by 1 µs at each reading.
 * Returns the spinning time before each sleep [ms].
 */
function waits(barrier: Barrier, after: readonly number[]): number[] {
  const cells = new Int32Array(new SharedArrayBuffer(4));
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 0.001;
    if (now >= comes) cells[0] = 1;
    return now;
  });
  let comes = 0;
  let slept = 0;
  vi.spyOn(Atomics, 'wait').mockImplementation(() => {
    slept = now;
    now = comes;
    cells[0] = 1;
    return 'ok';
  });
  return after.map((ms) => {
    cells[0] = 0;
    const begin = now;
    comes = begin + ms;
    slept = Number.NaN;
    barrier.awaitChange(cells, 0, 0);
    expect(cells[0]).toBe(1);
    return slept - begin;
  });
}

afterEach(() => vi.restoreAllMocks());

const many = (ms: number): number[] => new Array<number>(40).fill(ms);

describe('a thread that waits for another', () => {
  it('a waiting thread spins if the other arrives within a fifth of a millisecond', () => {
    expect(waits(new Barrier(), many(0.2))).toEqual(many(Number.NaN));
  });

  it('a waiting thread sleeps after a quarter of a millisecond, and after a twentieth if the other is always slower', () => {
    const slept = waits(new Barrier(), many(3));
    expect(slept[0]).toBeCloseTo(0.25, 2);
    for (const ms of slept.slice(8)) expect(ms).toBeCloseTo(0.05, 2);
  });

  it('a waiting thread spins longer again when the other arrives sooner, and tolerates a single late step', () => {
    const slept = waits(new Barrier(), [...many(3), ...many(0.1), 8, ...many(0.1)]);
    expect(slept[40]).toBeCloseTo(0.05, 2);
    expect(slept.slice(60, 80)).toEqual(new Array(20).fill(Number.NaN));
    expect(slept[80]).toBeCloseTo(0.25, 2);
    expect(slept.slice(81)).toEqual(many(Number.NaN));
  });

  it('a waiting thread receives the time while it sleeps', () => {
    const cells = new Int32Array(new SharedArrayBuffer(4));
    let asleep = 0;
    vi.spyOn(Atomics, 'wait').mockImplementation(() => {
      if (++asleep === 3) cells[0] = 1;
      return asleep === 3 ? 'ok' : 'timed-out';
    });
    const late = vi.fn();
    new Barrier().awaitChange(cells, 0, 0, late);
    expect(late).toHaveBeenCalledTimes(2);
  });
});
