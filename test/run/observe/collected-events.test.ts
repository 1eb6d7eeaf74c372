import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readResults } from '../../../master/results/read-results.ts';
import { simulate } from '../../../master/run/simulate.ts';
import { singleSystem } from '../../../master/system/single/single-fmu.ts';
import { buildUnit } from '../../check/mutants/build.ts';
import { noCompiler } from '../../fixtures/c/make.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const folder = temporaryFolder('collected');

it.skipIf(noCompiler !== undefined)('collected rows include events, as the rows of a file do', async () => {
  const file = await buildUnit('full3', folder, { name: 'full3' });
  const system = await singleSystem(file, { kind: 'modelExchange' });
  const output = join(folder, 'x.csv');
  const { columns } = await simulate(system, { collect: true, events: true, output });
  const written = await readResults(output);
  const [time, ...others] = columns;
  expect(Array.from(time.data)).toEqual(Array.from(written.times));
  expect(time.data.filter((t, k) => t === time.data[k + 1]).length).toBeGreaterThan(0);
  for (const { name, data } of others)
    expect(Array.from(data), name).toEqual(Array.from(written.columns[written.names.indexOf(name)]));
});
