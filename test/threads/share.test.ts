import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ObserverKind } from '../../master/observe/observer.ts';
import { simulate } from '../../master/run/simulate.ts';
import { load, partsOf } from '../joints/chain-of-parts.ts';
import { width } from '../width.ts';

const counted = existsSync('/proc/self/task') && existsSync('/proc/self/schedstat');

/** Returns the CPU time of each thread of this process [ns]. */
function threads(): Map<string, number> {
  const times = new Map<string, number>();
  for (const task of readdirSync('/proc/self/task'))
    try {
      times.set(task, Number(readFileSync(`/proc/self/task/${task}/schedstat`, 'utf8').split(' ')[0]));
    } catch {
      // It has ended.
    }
  return times;
}

/**
 * Steps after which the engine has compiled the FMUs' code. Before that, its compiler threads
 * compute, too.
 */
const warm = 40;

/** Returns the CPU time of the busiest thread in the second half of a run [ns]. */
async function busiest(n: number, count: number): Promise<number> {
  let before = new Map<string, number>();
  let most = 0;
  let done = 0;
  const clock: ObserverKind = {
    name: 'clock',
    observe: () => ({
      step: () => {
        if (++done === warm) before = threads();
      },
      end: () => {
        most = Math.max(...[...threads()].map(([task, time]) => time - (before.get(task) ?? 0)));
      },
    }),
  };
  const file = partsOf(n / 64, {
    ...{ n, a: 0.2, stopTime: (2 * warm) / 1000, threads: count },
    parameters: { alpha: 1e8 },
  });
  file.record = { variables: ['part0.q2'], every: 2 * warm };
  await simulate(await load(file), { observers: [clock] });
  return most;
}

describe.skipIf(!counted)('a chain of 512 rods as eight FMUs on two threads', () => {
  it('a chain on two threads needs at most 1/1.6 of the CPU time of one thread on the busier thread, including waits', async () => {
    // The least of several, because other work on the machine only adds time, and for longer than a
    // few runs.
    let [one, two] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (let k = 0; k < width(3, 5) || (k < 25 && one / two <= 1.6); k++) {
      one = Math.min(one, await busiest(512, 1));
      two = Math.min(two, await busiest(512, 2));
    }
    expect(one / two).toBeGreaterThan(1.6);
    expect(one / two).toBeLessThan(2.5);
  });
});
