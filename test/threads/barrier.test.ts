import { afterEach, describe, expect, it, vi } from 'vitest';
import { Barrier } from '../../master/run/threads/barrier.ts';

/** Waits for another thread that comes after so long each, by a clock that goes on by 1 µs with each look at it; how long was turned round before sleeping [ms]. */
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
  it('does not sleep as long as the other comes within a fifth of a millisecond', () => {
    expect(waits(new Barrier(), many(0.2))).toEqual(many(Number.NaN));
  });

  it('sleeps after a quarter of one, and soon after a twentieth where the other always takes longer', () => {
    const slept = waits(new Barrier(), many(3));
    expect(slept[0]).toBeCloseTo(0.25, 2);
    for (const ms of slept.slice(8)) expect(ms).toBeCloseTo(0.05, 2);
  });

  it('turns round for longer again once the other comes sooner, and does not leave off for a single step that is late', () => {
    const slept = waits(new Barrier(), [...many(3), ...many(0.1), 8, ...many(0.1)]);
    expect(slept[40]).toBeCloseTo(0.05, 2);
    expect(slept.slice(60, 80)).toEqual(new Array(20).fill(Number.NaN));
    expect(slept[80]).toBeCloseTo(0.25, 2);
    expect(slept.slice(81)).toEqual(many(Number.NaN));
  });

  it('is told of the time while it sleeps', () => {
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
