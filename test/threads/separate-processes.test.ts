import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { simulate } from '../../master/run/simulate.ts';
import { loadSystem } from '../../master/system/load-system.ts';
import { noCompiler } from '../fixtures/c/make.ts';
import { makeMass } from '../fixtures/c/mass.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

/** Communication steps of a run, and of one that fails at 0.5 s. */
const [steps, more] = [24, 40];

describe.skipIf(noCompiler !== undefined)('native FMUs in separate processes', () => {
  const folder = temporaryFolder('separate-processes');
  beforeAll(async () => {
    for (const fmi of [2, 3] as const) {
      writeFileSync(join(folder, `quick${fmi}.fmu`), await makeMass(fmi));
      writeFileSync(join(folder, `slow${fmi}.fmu`), await makeMass(fmi, ['WORK=8']));
      writeFileSync(join(folder, `refuses${fmi}.fmu`), await makeMass(fmi, ['WORK=1', 'LIMIT=1e-3']));
    }
  });

  async function run(units: Record<string, string>, trusted: boolean, scheme = 'jacobi', count = steps) {
    const names = Object.keys(units);
    const file = join(folder, 'system.json');
    const system = {
      name: 'masses',
      units: Object.fromEntries(names.map((name) => [name, { fmu: `${units[name]}.fmu`, start: { x: 1 } }])),
      connections: names.map((name, k) => ({ from: `${name}.x`, to: `${names[(k + 1) % names.length]}.u` })),
      algorithm: { scheme, step: 1 / 64, order: 1 },
      stopTime: count / 64,
      record: { variables: names.flatMap((name) => [`${name}.x`, `${name}.largest`, `${name}.refused`]) },
    };
    writeFileSync(file, JSON.stringify(system));
    const { columns } = await simulate(await loadSystem(file, { trusted, isolate: 'each' }), {
      collect: true,
    });
    return (name: string): ArrayLike<number> =>
      columns?.find((column) => column.name === name)?.data as ArrayLike<number>;
  }

  /** Returns the number of overlapping steps of two FMUs. */
  const overlaps = (of: (name: string) => ArrayLike<number>, a: string, b: string): number => {
    const [beginA, endA, beginB, endB] = [`${a}.largest`, `${a}.refused`, `${b}.largest`, `${b}.refused`].map(
      of,
    );
    return Array.from(beginA).filter((begin, n) => n > 0 && begin < endB[n] && beginB[n] < endA[n]).length;
  };

  it('native FMUs in separate processes compute concurrently, bit-identical to sequential calls', async () => {
    const units = { a: 'slow2', b: 'slow3', c: 'quick2' };
    const [apart, inProcess] = [await run(units, false), await run(units, true)];
    expect(overlaps(apart, 'a', 'b')).toBeGreaterThan(0.5 * steps);
    expect(overlaps(inProcess, 'a', 'b')).toBe(0);
    for (const name of Object.keys(units)) expect(apart(`${name}.x`)).toEqual(inProcess(`${name}.x`));
  });

  it('native FMUs in separate processes wait for each other if the scheme requires it', async () => {
    expect(overlaps(await run({ a: 'slow3', b: 'slow3' }, false, 'gauss-seidel'), 'a', 'b')).toBe(0);
  });

  it.each([
    [{ a: 'slow2', b: 'refuses3', c: 'refuses3' }, 'b'],
    [{ a: 'refuses3', b: 'slow2', c: 'refuses3' }, 'a'],
  ])(
    'native FMUs in separate processes fail as in sequence: the first of %j is named, and all are waited for',
    async (units, first) => {
      const messages = await Promise.all(
        [false, true].map((trusted) =>
          run(units, trusted, 'jacobi', more).then(String, (error: Error) => error.message),
        ),
      );
      expect(messages[0]).toContain(`step ${first}: `);
      expect(messages[0].split('\n')[0]).toBe(messages[1].split('\n')[0]);
    },
  );
});
