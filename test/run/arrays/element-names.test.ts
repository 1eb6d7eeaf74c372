import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openFmu } from '../../../fmu-sdk/host/open-fmu.ts';
import { simulate } from '../../../master/run/simulate.ts';
import { exportSsp } from '../../../master/ssp/export-ssp.ts';
import { openSsp } from '../../../master/ssp/open-ssp.ts';
import { resolveSystem } from '../../../master/system/load-system.ts';
import type { CheckedSystem, SystemFile } from '../../../master/system/system.ts';
import { noCompiler } from '../../fixtures/c/make.ts';
import { makeMatrix } from '../../fixtures/c/matrix/matrix.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const folder = temporaryFolder('element-names');
const file = join(folder, 'system.json');

const system = (more: Partial<SystemFile> = {}): SystemFile => ({
  name: 'names',
  units: { a: { fmu: 'matrix.fmu' }, b: { fmu: 'matrix.fmu' } },
  connections: [
    { from: 'a.x[2]', to: 'b.u_Float64[1]' },
    { from: 'b.x[3]', to: 'a.u_Float64[2]' },
  ],
  algorithm: { scheme: 'jacobi', step: 0.25 },
  stopTime: 1,
  ...more,
});

const resolve = (more: Partial<SystemFile>): Promise<CheckedSystem> =>
  resolveSystem(system(more), file, { trusted: true });

async function ends(checked: CheckedSystem): Promise<Record<string, number>> {
  const { columns = [] } = await simulate(checked, { collect: true });
  return Object.fromEntries(columns.map(({ name, data }) => [name, data[data.length - 1]]));
}

describe.skipIf(noCompiler !== undefined)('names of elements', () => {
  beforeAll(async () => writeFileSync(join(folder, 'matrix.fmu'), await makeMatrix()));

  it('records name single elements, beside whole arrays', async () => {
    const variables = ['a.seen_Int8[2,3]', 'b.out_Float64[1]', 'a.x', 'a.x[2]', 'a.seen_Int8[2, 3]'];
    const units = { ...system().units, a: { fmu: 'matrix.fmu', parameters: { 'p_Int8[2,3]': '7' } } };
    const found = await ends(await resolve({ units, record: { variables } }));
    expect(found).toEqual({
      time: 1,
      ...{ 'a.seen_Int8[2,3]': 7, 'b.out_Float64[1]': 5.75, 'a.x[1]': 6, 'a.x[2]': 6, 'a.x[3]': 6 },
    });
  });

  it('rows of an instance name single elements, whose indexes count from 1', async () => {
    const unit = await (await openFmu(join(folder, 'matrix.fmu'), { trusted: true })).instantiate();
    unit.initialize();
    const rows = unit.rows(['u_Float64[2]'], ['x[3]', 'seen_Float64[2,3]'], 1);
    rows.inputs[0][0] = 9;
    rows.step(0, 0.25, 1);
    expect(unit.get('u_Float64')).toEqual([5, 9]);
    const [x, seen] = [unit.get('x'), unit.get('seen_Float64')] as number[][];
    expect([rows.outputs[0][0], rows.outputs[1][0]]).toEqual([x[2], seen[5]]);
    expect(() => unit.rows(['u_Float64[0]'], [], 1)).toThrow(
      'u_Float64 has the dimensions [2], so [0] is out of range. Indexes count from 1.',
    );
    expect(() => unit.rows([], ['seen_Float64'], 1)).toThrow('Name one element, such as seen_Float64[1,1].');
    unit.close();
  });

  it('power bonds name single elements, also of a connected array', async () => {
    const bond = (effort: string, flow: string): SystemFile['bonds'] => [
      { name: 'p', terms: [{ effort, flow }] },
    ];
    const single = await ends(await resolve({ bonds: bond('a.x[2]', 'b.x[3]') }));
    expect(single['p.residual_energy']).toBeDefined();
    const whole: SystemFile['connections'] = [
      { from: 'a.out_Float64', to: 'b.u_Float64' },
      { from: 'b.x[3]', to: 'a.u_Float64[2]' },
    ];
    const part = await ends(await resolve({ connections: whole, bonds: bond('a.out_Float64[2]', 'b.x[3]') }));
    expect(Math.abs(part['p.residual_energy_magnitude'])).toBeGreaterThan(0);
    await expect(resolve({ connections: whole, bonds: bond('a.out_Float64', 'b.x[3]') })).rejects.toThrow(
      'bond: a.out_Float64 passes 2 elements, but b.x[3] passes 1. Name as many of each.',
    );
    await expect(resolve({ bonds: bond('a.x', 'b.x[3]') })).rejects.toThrow(
      'bond: only one element of a.x is connected to b. Name this element.',
    );
  });

  it('an index out of range is refused with the dimensions', async () => {
    const connect = (from: string, more = {}): Promise<CheckedSystem> =>
      resolve({ connections: [{ from, to: 'b.u_Float64[1]', ...more }] });
    await expect(connect('a.x[4]')).rejects.toThrow(
      'a.x has the dimensions [3], so [4] is out of range. Indexes count from 1.',
    );
    await expect(connect('a.seen_Float64[1]')).rejects.toThrow(
      'has the dimensions [2,3], so [1] is out of range',
    );
    await expect(connect('a.time[1]')).rejects.toThrow('a.time is a scalar, so [1] is out of range');
    await expect(connect('a.x[1]', { fromIndex: [2] })).rejects.toThrow(
      'connect: a.x[1] names an element, and "fromIndex" names one too. Remove "fromIndex".',
    );
  });

  it('values of a system name elements in the dimensions that structural parameters set', async () => {
    const a = { fmu: 'matrix.fmu', parameters: { m: 3, n: 2, 'p_Int16[3,1]': 9 }, start: { 'x[2]': 1 } };
    const record = { variables: ['a.seen_Int16', 'a.x'] };
    const found = await ends(await resolve({ units: { ...system().units, a }, record }));
    expect(Object.values(found)).toEqual([1, 40, 41, 42, 43, 9, 45, 41, 2]);
    const wrong = { ...a, parameters: { ...a.parameters, 'p_Int16[1,3]': 9 } };
    await expect(resolve({ units: { ...system().units, a: wrong } })).rejects.toThrow(
      'set a.p_Int16[1,3]: p_Int16 has the dimensions [3,2], so [1,3] is out of range.',
    );
  });

  it('an export to SSP keeps single elements', async () => {
    const record = { variables: ['b.out_Float64', 'a.out_Float64'] };
    const units = { ...system().units, a: { fmu: 'matrix.fmu', start: { 'x[2]': 1 } } };
    const package_ = join(folder, 'names.ssp');
    writeFileSync(package_, await exportSsp(system({ units, record }), file));
    const { system: read, unitFiles, dispose } = await openSsp(package_);
    try {
      const found = await ends(await resolveSystem(read, package_, { unitFiles, trusted: true }));
      expect(found).toEqual(await ends(await resolve({ units, record })));
    } finally {
      dispose();
    }
  });
});
