import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { runStudy } from '../../master/study/run-study.ts';
import type { SystemFile } from '../../master/system/system.ts';
import { makeUnit, noCompiler } from '../fixtures/c/make.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { outcomesIn } from './repeated-outcomes.ts';

const folder = temporaryFolder('repeated-natives');
afterEach(() => vi.restoreAllMocks());

const H = 1 / 64;

/** Makes an FMU with the state x' = u and the output y = (2 + x) u + t. */
async function integrator(
  fmi: 2 | 3,
  name: string,
  reset: string,
  edit?: (description: string) => string,
): Promise<void> {
  const u = fmi === 2 ? 'c->real[u]' : 'c->Float64[u]';
  const defines = ['GAIN=(2+c->x[1])', `AT_STEP(t)=c->x[1]+=h*${u}`, `AT_RESET=${reset}`];
  writeFileSync(join(folder, `${name}.fmu`), await makeUnit(fmi, { defines, ...(edit && { edit }) }));
}

const single = (fmu: string): SystemFile => ({
  name: fmu,
  units: { a: { fmu: `${fmu}.fmu` } },
  algorithm: { scheme: 'jacobi', step: H, order: 0 },
  stopTime: 20 * H,
});

const ring = (fmu: string, scheme: string): SystemFile => ({
  ...single(fmu),
  units: { a: { fmu: `${fmu}.fmu` }, b: { fmu: `${fmu}.fmu` } },
  connections: [
    { from: 'a.y', to: 'b.u', factor: 0.2 },
    { from: 'b.y', to: 'a.u', factor: 0.2 },
  ],
  algorithm: { scheme, step: H },
});

const metrics = { y: { final: 'a.y' }, rms: { rms: 'a.y' } };
// The third value is the start value of the description.
const vary = [{ set: 'a.u', values: [1, -3, 0, 0.7, 2, 0, 5] }];

describe.skipIf(noCompiler !== undefined)('runs of native FMUs that differ by values alone', () => {
  beforeAll(async () => {
    await integrator(2, 'sound2', 'c->x[1]=0');
    await integrator(3, 'sound3', 'c->x[1]=0');
    await integrator(2, 'keeps-parameters', 'c->x[1]=c->real[y]=0;return 0', (description) =>
      description.replace(
        'causality="input" variability="continuous"',
        'causality="parameter" variability="fixed"',
      ),
    );
  });

  it.each(['sound2', 'sound3', 'keeps-parameters'])(
    'runs after a reset have the bits of runs in new processes, and are prepared once: %s',
    async (fmu) => {
      const { repeated, alone, prepared } = await outcomesIn(folder, single(fmu), { vary, metrics });
      expect(repeated.map(({ ending }) => ending)).toEqual(Array(7).fill('finished'));
      expect(repeated).toEqual(alone);
      expect(new Set(repeated.map((each) => String(each.metrics))).size).toBe(6);
      expect(prepared).toBe(2);
    },
  );

  it.each(['jacobi', 'gauss-seidel', 'multi-rate', 'adaptive'])(
    'coupled FMUs in one process have the bits of runs in new processes after a reset: %s',
    async (scheme) => {
      const options = scheme === 'adaptive' ? { options: { tolerance: 0.1 } } : {};
      for (const fmu of ['sound2', 'sound3']) {
        const system = ring(fmu, scheme);
        const { repeated, alone, prepared } = await outcomesIn(
          folder,
          { ...system, algorithm: { ...system.algorithm, ...options } },
          {
            vary: [
              { set: 'a.fault', values: [0, 0, 0] },
              { set: 'b.u', values: [0.5, 0, 2] },
            ],
            metrics,
          },
        );
        expect(repeated.map(({ ending }) => ending)).toEqual(Array(9).fill('finished'));
        expect(repeated).toEqual(alone);
        expect(prepared).toBe(2);
      }
    },
  );
});

const lies = {
  'forgets its state': '(void)0',
  'does nothing': 'return 0',
  'does nothing from the third time on': 'static int n;if(++n>2)return 0;c->x[1]=0',
  'leaves a trace of the last run': 'c->x[1]*=1e-9',
  'returns an error': 'return 3',
  crashes: 'abort()',
  'ends the process': '_exit(0)',
};

describe.skipIf(noCompiler !== undefined)('native FMUs with lies', () => {
  const count = 30;
  const run = async (fmu: string, output: string): Promise<string[]> => {
    const file = join(folder, `${output}.study.json`);
    writeFileSync(join(folder, `${output}.system.json`), JSON.stringify(single(fmu)));
    const factor = { set: 'a.u', from: 0.1, to: 4, count };
    writeFileSync(
      file,
      JSON.stringify({ name: output, system: `${output}.system.json`, vary: [factor], metrics }),
    );
    await runStudy(file, { output: join(folder, output), workers: 1 });
    const rows: { y: string; rms: string; ending: string }[] = parse(
      readFileSync(join(folder, `${output}.csv`)),
      { columns: true },
    );
    return rows.map(({ y, rms, ending }) => `${ending} ${y} ${rms}`);
  };

  let expected: string[] = [];
  beforeAll(async () => {
    await integrator(2, 'sound2', 'c->x[1]=0');
    const study = { vary: [{ set: 'a.u', from: 0.1, to: 4, count }], metrics };
    const { alone } = await outcomesIn(folder, single('sound2'), study);
    expected = alone.map(({ ending, metrics: [y, rms] }) => `${ending} ${y} ${rms}`);
  });

  it('a sound FMU gives the rows of single runs', async () => {
    expect(new Set(expected).size).toBe(count);
    expect(await run('sound2', 'sound')).toEqual(expected);
  });

  it.each(Object.entries(lies))('an FMU is found and run afresh if its reset %s', async (name, reset) => {
    const fmu = name.replaceAll(' ', '-');
    await integrator(2, fmu, reset);
    expect(await run(fmu, `study-${fmu}`)).toEqual(expected);
  });
});
