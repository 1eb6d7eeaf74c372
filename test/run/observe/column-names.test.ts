import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Variable } from '../../../fmu-sdk/description/description.ts';
import type { Instance } from '../../../fmu-sdk/host/instance/instance.ts';
import { variableColumns } from '../../../master/observe/variable-columns.ts';
import { readResults } from '../../../master/results/read-results.ts';
import { simulate } from '../../../master/run/simulate.ts';
import { singleSystem } from '../../../master/system/single/single-fmu.ts';
import type { CheckedSystem } from '../../../master/system/system.ts';
import { makeUnit, noCompiler } from '../../fixtures/c/make.ts';
import { readNpy } from '../../fixtures/npy.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { fmuHere } from '../../fmu-here.ts';

const folder = temporaryFolder('column-names');
const output =
  '<Float64 name="y" valueReference="1" causality="output" variability="continuous" intermediateUpdate="true"/>';

/** Loads the unit of `fmi3.c`, with other words for its output. */
async function unit(named: string, record?: readonly string[]): Promise<CheckedSystem> {
  const edit = (xml: string): string => {
    expect(xml).toContain(output);
    return xml.replace(output, named);
  };
  writeFileSync(join(folder, 'named.fmu'), await makeUnit(3, { edit }));
  return singleSystem(join(folder, 'named.fmu'), { trusted: true, record });
}

async function header(system: CheckedSystem): Promise<string> {
  const file = join(folder, 'run.csv');
  await simulate(system, { output: file });
  expect((await readResults(file)).times.at(-1)).toBe(1);
  return readFileSync(file, 'utf8').split('\r\n')[0];
}

describe.skipIf(noCompiler !== undefined)('titles of columns', () => {
  it('the time is one column, also if it is recorded by name', async () => {
    expect(await header(await unit(output, ['y', 'time', 'u', 'y']))).toBe('time,y,u');
    expect(await header(await unit(output, ['time']))).toBe('time');
    const { code, err } = await fmuHere(
      ['run', 'named.fmu', '--trust', '--record', 'time', '-o', 'only.csv'],
      folder,
    );
    expect(code).toBe(0);
    expect(err).not.toMatch(/only the time/);
  });

  it.each(['Time', 'TIME', 'time [s]'])('an output %s keeps apart from the time', async (name) => {
    const system = await unit(output.replace('"y"', `"${name}"`));
    expect(await header(system)).toBe(`time,${name} (2)`);
    await simulate(system, { output: join(folder, 'run.npy') });
    expect(readNpy(readFileSync(join(folder, 'run.npy'))).titles).toEqual(['time', `${name} (2)`]);
  });

  it('an element and a variable of its name have two titles', () => {
    const variables = [
      { name: 'u[1]', dimensions: [] },
      { name: 'u', dimensions: [2] },
    ];
    const instance = {
      view: ({ dimensions: [length = 1] }: Variable) => ({ view: new Float64Array(2), offset: 0, length }),
    };
    const record = { prefix: false, columns: variables.map((variable) => ({ unit: 0, variable })) };
    const system = { record, units: [{ name: 'a' }] } as unknown as CheckedSystem;
    const names = variableColumns(system, [instance as unknown as Instance]).map(({ name }) => name);
    expect(names).toEqual(['u[1]', 'u[1] (2)', 'u[2]']);
  });

  it('elements have the title of an alias with an index, and that of a connector without one', () => {
    const variable = { name: 'u', dimensions: [2] };
    const view = Float64Array.of(3, 5);
    const instance = { view: () => ({ view, offset: 0, length: 2 }) };
    const connector = { factor: 2, offset: 1 };
    const columns = [
      { unit: 0, variable, element: 1 },
      { unit: 0, variable, element: 1, title: 'v' },
      { unit: 0, variable, element: 1, title: 'outer', connector },
      { unit: 0, variable, title: 'all', connector },
    ];
    const system = { record: { prefix: true, columns }, units: [{ name: 'a' }] } as unknown as CheckedSystem;
    const found = variableColumns(system, [instance as unknown as Instance]);
    expect(found.map(({ name, read }) => [name, read()])).toEqual([
      ['a.u[2]', 5],
      ['v[2]', 5],
      ['outer', 11],
      ['all[1]', 7],
      ['all[2]', 11],
    ]);
  });

  it('the column of an alias has the name of the alias', async () => {
    const aliased = output.replace('/>', '><Alias name="z"/></Float64>');
    const system = await unit(aliased, ['z', 'y']);
    expect(await header(system)).toBe('time,z,y');
    expect(system.notes).toBeUndefined();
    expect(await header(await unit(aliased, ['y']))).toBe('time,y');
  });
});
