import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { buildUnit } from '../../fmu-sdk/build/build-unit.ts';
import { hosts } from '../../fmu-sdk/host/choice/host-registry.ts';
import type { NativeBinary } from '../../fmu-sdk/host/choice/native-binary.ts';
import type { ObserverKind } from '../../master/observe/observer.ts';
import { Session } from '../../master/run/loop/session.ts';
import type { RunMonitor } from '../../master/run/session-options.ts';
import { simulate } from '../../master/run/simulate.ts';
import { ThreadsMonitor } from '../../master/run/threads/auto-threading.ts';
import { reasonAgainstRestart, ThreadsChoice } from '../../master/run/threads/thread-choice.ts';
import { shareOf } from '../../master/run/threads/work-share.ts';
import type { RunResult } from '../../master/run/worker/run-protocol.ts';
import { resolveSystem } from '../../master/system/load-system.ts';
import type { SystemFile } from '../../master/system/system.ts';
import { noCompiler } from '../fixtures/c/make.ts';
import { makeMass } from '../fixtures/c/mass.ts';
import { ring as mixers } from '../fixtures/ring.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { fmu, root } from '../run-fmu.ts';
import { width } from '../width.ts';

const folder = temporaryFolder('auto-threads');
beforeAll(async () => {
  await buildUnit(join(root, 'test/fixtures/mixer'), folder);
  if (noCompiler === undefined) writeFileSync(join(folder, 'mass.fmu'), await makeMass(3));
});

/**
 * Two chains of 64 rods. Each rod is an FMU that computes half a millisecond or more in a step. The
 * chains are not connected.
 */
const chains = (steps: number, threads?: number | 'auto'): SystemFile => {
  const level = { n: 64, a: 0.2, x0: 0, y0: 0, angle: new Array<number>(64).fill(0) };
  return {
    name: 'chains',
    units: {
      a: { fmu: 'chain-part.fmu', parameters: level },
      b: { fmu: 'chain-part.fmu', parameters: level },
    },
    algorithm: { scheme: 'jacobi', step: 1e-5, threads },
    stopTime: steps * 1e-5,
    record: { variables: ['a.q2', 'b.E_kinetic'], every: 100 },
  };
};
/** Returns the CPU time of the steps of a run in one thread [s]. */
async function cpuSecondsOf(file: SystemFile): Promise<number> {
  let begin = process.cpuUsage();
  const clock: ObserverKind = {
    name: 'clock',
    observe: () => ({
      start: () => {
        begin = process.cpuUsage();
      },
    }),
  };
  await simulate(await loaded(file), { observers: [clock] });
  const { user, system } = process.cpuUsage(begin);
  return (user + system) / 1e6;
}

const loaded = (file: SystemFile) => resolveSystem(file, join(root, 'dist/system.json'));

describe('distribution of FMUs to threads', () => {
  it('the distribution puts the most expensive FMUs first on the least loaded thread, and light ones on the first thread', () => {
    const { homes, threads, busiest } = shareOf([3, 0.001, 2, 1, Number.NaN, 2], 2, 0);
    expect(threads).toBe(2);
    expect(homes).toEqual([1, 0, 0, 1, 0, 0]);
    // The thread of 3 and 1, with the costs of two FMUs there and of the transfer.
    expect(busiest).toBeCloseTo(4 + 0.004 + 0.03, 9);
  });

  it.each([
    ['one FMU that computes nearly everything', [5, 0.1, 0.1], 1],
    ['light FMUs', [0.01, 0.01, 0.01, 0.01], 1],
    ['one FMU', [5], 1],
    ['three equal FMUs on four threads', [1, 1, 1], 3],
    ['FMUs without measured times', [Number.NaN, Number.NaN], 1],
  ])('the distribution chooses the expected number of threads for %s', (_, costs, threads) => {
    expect(shareOf(costs, 4, 0).threads).toBe(threads);
  });

  it('the distribution considers FMU calls outside of steps', () => {
    expect(shareOf([0.1, 0.1], 2, 0).threads).toBe(2);
    expect(shareOf([0.1, 0.1], 2, 0.06).threads).toBe(1);
  });
});

describe('measurement of a run', () => {
  it('a run is measured whenever the number of steps has doubled, independent of rows, and after a minimum duration', async () => {
    const system = await resolveSystem(mixers({ step: 2 ** -9, order: 0 }, 8), join(folder, 'system.json'));
    const at: number[] = [];
    const monitor: RunMonitor = {
      look: ({ n }) => {
        at.push(n);
        return 2 * n + 1;
      },
    };
    const session = new Session(system, { monitor });
    session.start();
    while (!session.done) session.advance(1000);
    expect(session.n).toBe(4096);
    expect(session.abandoned).toBe(false);
    expect(at[0]).toBe(0);
    expect(at.length).toBeGreaterThan(5);
    expect(at.length).toBeLessThanOrEqual(13);
  });

  /**
   * Three FMUs that take this long in a step [ms], with a clock that advances only for them. After
   * a hundred steps the run has taken `spent` [ms].
   */
  const slow = async (ms: number, steps: number, spent = 260, binary?: Partial<NativeBinary>) => {
    const made = await resolveSystem(mixers({}, 1), join(folder, 'system.json'));
    const system =
      binary === undefined
        ? made
        : { ...made, units: made.units.map((unit) => ({ ...unit, binary: binary as NativeBinary })) };
    let called = 0;
    let at = 0;
    let now = 1000;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
    const step = (): number => {
      called++;
      now += ms;
      at++;
      return 0;
    };
    const snapshot = () => ({ by: 'memory', take() {}, restore: () => void (at = 0), release() {} }) as const;
    const instances = system.units.map(() => ({ step, snapshot }) as never);
    const monitor = new ThreadsMonitor([true, true, true], 2, false);
    const sight = {
      ...{ system, instances, steps, atOnce: new Set([0, 1, 2]), activity: { cells: new Int32Array(4) } },
      ...{ time: () => 0, displayTime: () => 0 },
    };
    monitor.look({ ...sight, n: 0 });
    expect(monitor.look({ ...sight, n: 1 })).toBe(3);
    now += spent;
    const next = monitor.look({ ...sight, n: 100 });
    const again = monitor.look({ ...sight, n: 100 });
    clock.mockRestore();
    return { lookout: monitor, next, called, at, again };
  };

  it('the measurement takes at most three steps of each FMU, rolls them back, and restarts if threads pay off', async () => {
    const { lookout: monitor, next, called, at } = await slow(1, 4000);
    expect(called).toBe(9);
    expect(at).toBe(0);
    expect(next).toBe(100);
    expect(monitor.share?.threads).toBe(2);
    expect(monitor.report.why).toMatch(
      /^the parallel units took 3 ms a step at t = 0 s, and 2 ms on the busiest of 2 threads$/,
    );
  });

  it.each([
    ['heavy FMUs in one process', {}, 1e6, true],
    ['heavy FMUs in one process near its end', {}, 400, false],
    ['heavy FMUs in processes of their own', { isolate: 'each' as const }, 1e6, false],
    ['heavy trusted FMUs', { trusted: true }, 1e6, false],
  ])('a run of %s restarts with a process for each only if that pays off', async (_, run, steps, isApart) => {
    const binary = { form: 'native' as const, ...run };
    const { lookout, next } = await slow(1, steps, 260, binary);
    expect(lookout.isApart).toBe(isApart);
    expect(next).toBe(isApart ? 100 : Number.POSITIVE_INFINITY);
    if (isApart)
      expect(lookout.report.why).toBe(
        'a step of 3 native FMUs in one process took 2.6 ms, so each has a process of its own',
      );
  });

  it('the measurement stops if too few steps are left, and continues if threads gain too little', async () => {
    const few = await slow(1, 299);
    expect(few.called).toBe(0);
    expect(few.lookout.report).toEqual({
      count: 1,
      why: 'only 199 steps remained when the run was inspected',
    });
    const little = await slow(1, 310, 2000);
    expect(little.called).toBe(9);
    expect(little.next).toBe(Number.POSITIVE_INFINITY);
    expect(little.again).toBe(Number.POSITIVE_INFINITY);
    expect(little.lookout.share).toBeUndefined();
    expect(little.lookout.report.why).toMatch(
      /ms a step at t = 0 s, and 210 steps remained: more threads would not save enough time$/,
    );
  });

  it('the measurement skips any FMUs, however expensive, if the duration of steps shows that threads cannot pay off', async () => {
    // Of 2.6 ms per step, two threads save at most 1.27 ms, transfers not counted.
    const ruled = await slow(9, 100 + 590);
    expect(ruled.called).toBe(0);
    expect(ruled.next).toBe(Number.POSITIVE_INFINITY);
    expect(ruled.lookout.report).toEqual({
      count: 1,
      why: 'a step took 2.6 ms up to t = 0 s, and 590 steps remained: more threads would not save enough time',
    });
    expect((await slow(9, 100 + 591)).lookout.share?.threads).toBe(2);
    // A small system, whose transfers alone would take longer than its whole step.
    expect((await slow(9, 1e6, 5)).called).toBe(0);
  });
});

describe('a fixed number of threads', () => {
  const whyOf = async (
    file: SystemFile,
    cannot?: string,
    most = 2,
  ): Promise<{ count: number; why: string }> => {
    const choice = new ThreadsChoice(await loaded(file), { hosts, cannot, most });
    expect(choice.monitor).toBeUndefined();
    return choice.report;
  };

  it('the number of threads is fixed if the system sets it, on one processor, or for one FMU', async () => {
    expect(await whyOf(chains(10, 1))).toEqual({ count: 1, why: 'the system sets them' });
    expect(await whyOf(chains(10, 7))).toEqual({ count: 2, why: 'the system sets them' });
    expect(await whyOf(chains(10), undefined, 1)).toEqual({
      count: 1,
      why: 'this machine has one processor',
    });
    const { a } = chains(10).units;
    const alone = { ...chains(10), units: { a }, record: { variables: ['a.q2'] } };
    expect(await whyOf(alone)).toEqual({ count: 1, why: 'there is one unit' });
    expect(await whyOf(chains(10, 'auto'), 'so')).toEqual({ count: 1, why: 'so' });
  });

  it('the number of threads is fixed for a run that cannot restart', () => {
    expect(reasonAgainstRestart({ output: join(folder, 'x.csv') })).toBeUndefined();
    expect(reasonAgainstRestart({ resume: 'x.checkpoint' })).toMatch(/checkpoints/);
    expect(reasonAgainstRestart({}, 1)).toMatch(/observers/);
    expect(reasonAgainstRestart({ recordCalls: 'x' })).toMatch(/calls/);
    expect(reasonAgainstRestart({ log: { file: 'x' } })).toMatch(/calls/);
    expect(reasonAgainstRestart({ realtime: { factor: 1 } })).toMatch(/real-time/);
    expect(reasonAgainstRestart({ output: '-' })).toMatch(/pipe/);
  });

  it('the number of threads is fixed for a short run', async () => {
    // The clock is stopped, so that other load does not matter.
    const clock = vi.spyOn(performance, 'now').mockReturnValue(1000);
    const { threads } = await simulate(await resolveSystem(mixers({}, 0.2), join(folder, 'system.json')));
    clock.mockRestore();
    expect(threads?.count).toBe(1);
    if (availableParallelism() > 1) expect(threads?.why).toBe('the run took less than 0.25 s');
  });
});

describe.skipIf(availableParallelism() < 2)('two FMUs with long computations', () => {
  /**
   * Enough steps for about five seconds of CPU time on any machine. Threads save more than one
   * second of it.
   */
  let steps = 0;
  beforeAll(async () => {
    const before = 300;
    let least = Number.POSITIVE_INFINITY;
    for (let k = 0; k < 3; k++) least = Math.min(least, await cpuSecondsOf(chains(before, 1)));
    steps = 100 * Math.ceil(((width(5, 8) / least) * before) / 100);
  });
  it('two expensive FMUs run on two threads by default with the bytes of one, as the summary and --json report, and the restart reports a sandbox once', () => {
    const results = [undefined, 1].map((threads) => {
      const name = `chains-${threads ?? 'auto'}`;
      const file = join(folder, `${name}.json`);
      const system = chains(steps, threads);
      const units = Object.entries(system.units).map(([key, unit]) => [
        key,
        { ...unit, fmu: join(root, 'dist', unit.fmu as string) },
      ]);
      if (noCompiler === undefined) units.push(['c', { fmu: join(folder, 'mass.fmu') }]);
      writeFileSync(file, JSON.stringify({ ...system, units: Object.fromEntries(units) }));
      const { code, out, err } = fmu(['run', file, '-o', join(folder, `${name}.csv`), '--json']);
      expect(`${code} ${err}`).toMatch(/^0 /);
      expect(err.match(/native code runs /g) ?? []).toHaveLength(noCompiler === undefined ? 1 : 0);
      const result = JSON.parse(out) as RunResult;
      return { threads: result.threads!, csv: readFileSync(join(folder, `${name}.csv`), 'latin1') };
    });
    expect(results[0].threads.count).toBe(2);
    expect(results[0].threads.why).toMatch(/^the parallel units took .* on the busiest of 2 threads/);
    expect(results[1].threads).toEqual({ count: 1, why: 'the system sets them' });
    expect(results[0].csv.split('\n').length).toBe(steps / 100 + 3);
    expect(results[0].csv).toBe(results[1].csv);
    expect(readdirSync(folder).filter((name) => name.includes('partial'))).toEqual([]);
  });

  it.skipIf(width(0, 1) === 0)('a restarted run passes each row once to every receiver', async () => {
    const times: number[] = [];
    const run = simulate(await loaded(chains(steps)))[Symbol.asyncIterator]();
    for (;;) {
      const { done, value } = await run.next();
      if (done) {
        expect(value.threads?.count).toBe(2);
        break;
      }
      times.push(value.time);
    }
    expect(times.length).toBe(steps / 100 + 1);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(new Set(times).size).toBe(times.length);
  });
});
