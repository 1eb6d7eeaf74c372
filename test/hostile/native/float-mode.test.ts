import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { simulate } from '../../../master/run/simulate.ts';
import { loadSystem } from '../../../master/system/load-system.ts';
import { noCompiler } from '../../fixtures/c/make.ts';
import { makeOde } from '../../fixtures/c/ode.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { root } from '../../run-fmu.ts';

const folder = temporaryFolder('float-mode');

/** Writes the FMU of a source of `hostile/`. */
async function writeFmu(source: string): Promise<string> {
  const fmu = await makeOde({
    name: source,
    source: `hostile/${source}.c`,
    n: 1,
    output: 0,
    defines: ['KEEPS=0'],
    depends: undefined,
    stopTime: 1,
    step: 0.01,
  });
  writeFileSync(join(folder, `${source}.fmu`), fmu);
  return `${source}.fmu`;
}

/** Returns the columns of a run with a trusted FMU, and of other FMUs beside it. */
async function columnsBeside(source: string): Promise<Float64Array[]> {
  const file = join(folder, `${source}.json`);
  const system = {
    name: source,
    units: {
      native: { fmu: await writeFmu(source) },
      reads: { fmu: await writeFmu('reading') },
      beside: { fmu: join(root, 'dist/crane-single.fmu') },
    },
    connections: [],
    algorithm: { scheme: 'jacobi', step: 0.01 },
    record: { variables: ['native.x[0]', 'reads.x[0]', 'beside.*'] },
    stopTime: 0.5,
  };
  writeFileSync(file, JSON.stringify(system));
  const { columns } = await simulate(await loadSystem(file, { trusted: true }), { collect: true });
  return columns.slice(1).map(({ data }) => data);
}

it.skipIf(noCompiler !== undefined)(
  'an FMU in this process that rounds upwards keeps its rounding, and other FMUs keep their bits',
  async () => {
    const [plain, ...beside] = await columnsBeside('sticky');
    const [rounded, ...besideRounded] = await columnsBeside('rounding');
    expect(Math.abs(rounded.at(-1)! - plain.at(-1)!)).toBeLessThan(1e-6);
    expect(beside.length).toBeGreaterThan(3);
    expect(besideRounded).toEqual(beside);
  },
);
