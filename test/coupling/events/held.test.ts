import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildUnit } from '../../../fmu-sdk/build/build-unit.ts';
import { simulate } from '../../../master/run/simulate.ts';
import { resolveSystem } from '../../../master/system/load-system.ts';
import type { CheckedSystem, ConnectionFile, SystemFile } from '../../../master/system/system.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const folder = temporaryFolder('held');

/** Unit that counts whole seconds in an integer, a discrete and a continuous output. */
const stairs = {
  name: 'stairs',
  version: '1',
  description: 'whole seconds',
  variables: [
    { name: 'n', type: 'Int32', causality: 'output' },
    { name: 'd', type: 'Float64', causality: 'output', variability: 'discrete' },
    { name: 'c', type: 'Float64', causality: 'output' },
  ],
};
const stairsCode = `import { StairsVariables } from './variables';
export class Stairs extends StairsVariables {
  override initialize(): void { this.n = 0; this.d = 0.0; this.c = 0.0; }
  override doStep(t: f64, h: f64): void { this.n = i32(Math.floor(t + h + 1e-9)); this.d = f64(this.n); this.c = f64(this.n); }
}
`;
/** Unit that outputs its inputs at the end of a step. */
const look = {
  name: 'look',
  version: '1',
  description: 'looks at its inputs',
  variables: [
    { name: 'u', type: 'Float64', causality: 'input', start: 0 },
    { name: 'ud', type: 'Float64', causality: 'input', variability: 'discrete', start: 0 },
    { name: 'y', type: 'Float64', causality: 'output' },
    { name: 'yd', type: 'Float64', causality: 'output' },
  ],
};
const lookCode = `import { LookVariables } from './variables';
export class Look extends LookVariables {
  override initialize(): void { this.y = this.u; this.yd = this.ud; }
  override doStep(t: f64, h: f64): void { this.inputsAt(t + h); this.y = this.u; this.yd = this.ud; }
}
`;

beforeAll(async () => {
  for (const [manifest, code] of [
    [stairs, stairsCode],
    [look, lookCode],
  ] as const) {
    const home = join(folder, manifest.name);
    mkdirSync(home);
    writeFileSync(join(home, 'unit.json'), JSON.stringify(manifest));
    writeFileSync(join(home, 'unit.ts'), code);
    await buildUnit(home, folder);
  }
});

const loaded = (
  connection: ConnectionFile,
  algorithm: Partial<SystemFile['algorithm']>,
): Promise<CheckedSystem> =>
  resolveSystem(
    {
      name: 'held',
      units: { a: { fmu: 'stairs.fmu' }, b: { fmu: 'look.fmu' } },
      connections: [connection],
      algorithm: { scheme: 'jacobi', step: 0.5, ...algorithm },
      stopTime: 4,
    },
    join(folder, 'held.json'),
  );

async function valuesOf(system: CheckedSystem, name: string): Promise<number[]> {
  const values: number[] = [];
  for await (const row of simulate(system)) values.push(row[name] as number);
  return values;
}

describe('values that are not continuous', () => {
  const kinds = [
    ['an integer', 'a.n', 'b.u', 'b.y'],
    ['a discrete number', 'a.d', 'b.u', 'b.y'],
    ['a discrete input', 'a.c', 'b.ud', 'b.yd'],
  ] as const;
  const algorithms: Partial<SystemFile['algorithm']>[] = [
    ...['jacobi', 'gauss-seidel', 'nepce', 'iterative-jacobi', 'newton'].flatMap((scheme) =>
      [1, 2].map((order) => ({ scheme, order: order as 1 | 2 })),
    ),
    { extrapolation: 'hermite' },
    { extrapolation: 'linear' },
  ];

  it.each(kinds)(
    'discrete values stay constant over a step for any order of the algorithm: %s',
    async (_, from, to, output) => {
      for (const algorithm of algorithms) {
        const connection = { from, to };
        const heldValues = await valuesOf(
          await loaded(connection, { ...algorithm, order: 0, extrapolation: undefined }),
          output,
        );
        const system = await loaded(connection, algorithm);
        expect([algorithm, await valuesOf(system, output)]).toEqual([algorithm, heldValues]);
        expect([algorithm, ...heldValues]).toEqual([algorithm, ...heldValues.map(Math.round)]);
        expect(system.notes).toBeUndefined();
      }
    },
  );

  it('discrete values leave the polynomials of continuous values unchanged', async () => {
    const system = await loaded({ from: 'a.c', to: 'b.u' }, { order: 2 });
    expect(await valuesOf(system, 'b.y')).toEqual([0, 0, 0, 3, 0, 4, 1, 5, 2]);
  });

  it.each([
    ['a.n', 'b.u', 'a.n to b.u: the value is held, not extrapolated, because a.n is discrete'],
    ['a.c', 'b.ud', 'a.c to b.ud: the value is held, not extrapolated, because b.ud is discrete'],
  ])(
    'a note reports that the connection of %s to %s names an order without effect',
    async (from, to, words) => {
      for (const settings of [{ order: 1 }, { order: 2 }, { extrapolation: 'hermite' }] as const) {
        const { notes, connections } = await loaded({ from, to, ...settings }, {});
        expect(notes).toEqual([`connect ${words}`]);
        expect(connections[0].order).toBe(0);
      }
      for (const settings of [{}, { order: 0 }, { extrapolation: 'hold' }] as const)
        expect((await loaded({ from, to, ...settings }, { order: 2 })).notes).toBeUndefined();
    },
  );
});
