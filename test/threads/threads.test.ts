import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildUnit } from '../../fmu-sdk/build/build-unit.ts';
import { hosts } from '../../fmu-sdk/host/choice/host-registry.ts';
import { closeAll } from '../../master/run/instances/open-instances.ts';
import { simulate } from '../../master/run/simulate.ts';
import { openOnThreads } from '../../master/run/threads/open-threads.ts';
import { RemoteInstance } from '../../master/run/threads/remote-instance.ts';
import { resolveSystem } from '../../master/system/load-system.ts';
import type { SystemFile } from '../../master/system/system.ts';
import { makeUnit, noCompiler } from '../fixtures/c/make.ts';
import { ring as mixers } from '../fixtures/ring.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { fmuEither } from '../fmu-here.ts';
import { partsOf } from '../joints/chain-of-parts.ts';
import { fmu, root } from '../run-fmu.ts';
import { spread } from '../width.ts';

const folder = temporaryFolder('threads');
beforeAll(async () => {
  for (const unit of ['test/fixtures/mixer', 'test/fixtures/faulty'])
    await buildUnit(join(root, unit), folder);
});

/** Creates a short run of a ring. */
const ring = (algorithm: Partial<SystemFile['algorithm']>): SystemFile =>
  mixers({ order: 2, ...algorithm }, 0.2);

const inFolder = (file: SystemFile) => resolveSystem(file, join(folder, `${file.name}.json`));

/** Returns the bytes of a run's results. */
async function bytesOf(file: SystemFile, at = folder): Promise<string> {
  const output = join(folder, 'x.csv');
  await simulate(await resolveSystem(file, join(at, 'system.json')), { output });
  return readFileSync(output, 'latin1');
}

describe('results on several threads equal sequential ones byte for byte', () => {
  it.each(spread(['jacobi', 'nepce', 'gauss-seidel', 'iterative-jacobi'], 2))(
    'results equal sequential ones byte for byte: %s, on 2 and 3 threads',
    async (scheme) => {
      const order = scheme === 'jacobi' ? 2 : 1;
      const [one, two, three] = await Promise.all(
        [1, 2, 3].map(async (threads) => {
          const output = join(folder, `${scheme}-${threads}.csv`);
          await simulate(await inFolder(ring({ scheme, order, threads })), { output });
          return readFileSync(output, 'latin1');
        }),
      );
      expect(one.split('\n').length).toBeGreaterThan(20);
      expect(two).toBe(one);
      expect(three).toBe(one);
    },
  );

  it('joints between fmukit FMUs give the bytes of one thread on 2 threads and on more threads than FMUs', async () => {
    const chain = { n: 32, a: 0.2, stopTime: 0.02 };
    const [one, two, many] = await Promise.all(
      [1, 2, 7].map(async (threads) => {
        const output = join(folder, `chain-${threads}.csv`);
        const file = partsOf(4, { ...chain, threads });
        await simulate(await resolveSystem(file, join(root, 'dist/chain.json')), { output });
        return readFileSync(output, 'latin1');
      }),
    );
    expect(two).toBe(one);
    expect(many).toBe(one);
  });

  it('fmu run gives the bytes of one thread on several threads', async () => {
    const csv: string[] = [];
    for (const threads of [1, 2]) {
      const file = join(folder, `cli-${threads}.json`);
      const output = join(folder, `cli-${threads}.csv`);
      writeFileSync(file, JSON.stringify(ring({ threads })));
      expect((await fmuEither(['run', file, '-o', output, '--max-residual', '1000%'])).code).toBe(0);
      csv.push(readFileSync(output, 'latin1'));
    }
    expect(csv[1]).toBe(csv[0]);
  });

  it.skipIf(noCompiler !== undefined)(
    'native FMUs in separate processes give the bytes of one thread on several threads',
    async () => {
      writeFileSync(join(folder, 'native.fmu'), await makeUnit(3, { defines: [] }));
      const file = (threads: number): SystemFile => ({
        name: 'natives',
        units: { a: { fmu: 'native.fmu' }, b: { fmu: 'native.fmu' }, c: { fmu: 'mixer.fmu' } },
        algorithm: { scheme: 'jacobi', step: 1 / 64, threads },
        stopTime: 0.5,
      });
      const one = await bytesOf(file(1));
      expect(await bytesOf(file(2))).toBe(one);
    },
  );
});

describe('threads', () => {
  it('threads receive the FMUs in turn, and the first thread is the run’s thread', async () => {
    const system = await inFolder(ring({ threads: 2 }));
    const activity = { cells: new Int32Array(4) };
    const instances = await openOnThreads(system, activity, hosts);
    expect(instances.map((instance) => instance instanceof RemoteInstance)).toEqual([false, true, false]);
    expect(closeAll(instances, activity)).toEqual([]);
  });

  it.skipIf(noCompiler !== undefined)(
    'FMUs take announced jumps in another thread only if they do in this one',
    async () => {
      for (const [rejects, type] of [
        [false, 'function'],
        [true, 'undefined'],
      ] as const) {
        const defines = rejects ? ['REJECTS_EVENT_MODE'] : [];
        writeFileSync(join(folder, 'jumps.fmu'), await makeUnit(3, { defines }));
        const units = { a: { fmu: 'jumps.fmu' }, b: { fmu: 'jumps.fmu' } };
        const algorithm = { scheme: 'jacobi' as const, step: 1 / 64, threads: 2 };
        const system = await inFolder({ name: 'jumps', units, algorithm, stopTime: 1 });
        expect(system.units[1].description.coSimulation?.hasEventMode).toBe(true);
        const activity = { cells: new Int32Array(4) };
        const instances = await openOnThreads(system, activity, hosts);
        expect(instances.map((instance) => instance instanceof RemoteInstance)).toEqual([false, true]);
        expect(instances.map(({ announceJump }) => typeof announceJump)).toEqual([type, type]);
        closeAll(instances, activity);
      }
    },
  );

  const faulty = (faults: readonly number[], threads: number): SystemFile => ({
    name: 'faults',
    units: Object.fromEntries(
      faults.map((fault, k) => [`u${k}`, { fmu: 'faulty.fmu', parameters: { fault } }]),
    ),
    algorithm: { scheme: 'jacobi', step: 1e-3, threads },
    stopTime: 0.01,
    limits: { stepSeconds: 1, wallSeconds: 600 },
  });

  const failing: [faults: number[]][] = [[[0, 1, 2, 6]], [[0, 0, 6, 1]], [[1, 2, 0, 0]]];
  it.each(spread(failing, 1))(
    'failing FMUs (%j) on threads give the message of a sequential run',
    async (faults) => {
      const [one, two] = await Promise.all(
        [1, 2].map(async (threads) =>
          simulate(await inFolder(faulty(faults, threads))).then(
            () => 'none',
            (error: unknown) => (error as Error).message,
          ),
        ),
      );
      expect(one).toMatch(/^step u\d: the FMU stopped at t = 0\.005/);
      expect(two).toBe(one);
    },
  );

  it('an FMU in an endless loop in another thread is named and ended by its CPU time', () => {
    const file = join(folder, 'endless.json');
    writeFileSync(file, JSON.stringify(faulty([0, 3], 2)));
    const { code, err } = fmu(['run', file, '-o', join(folder, 'endless.csv')]);
    expect(err).toMatch(
      /step u1: at t = 0\.005\d* s the unit computed for 1 s of CPU time without returning/,
    );
    expect(code).not.toBe(0);
  });
});
