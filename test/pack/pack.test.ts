import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openArchive } from '../../fmu-sdk/archive/open-archive.ts';
import { buildUnit } from '../../fmu-sdk/build/build-unit.ts';
import type { ModelDescription } from '../../fmu-sdk/description/description.ts';
import { comparePack } from '../../master/pack/compare-pack.ts';
import { Session } from '../../master/run/loop/session.ts';
import { loadSystem, resolveSystem } from '../../master/system/load-system.ts';
import { type CheckedSystem, energyTotals, type SystemFile } from '../../master/system/system.ts';
import { interfaceModel } from '../../start/crane-cases.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { root } from '../run-fmu.ts';

import { isFullTest, width } from '../width.ts';
import { expectEqualRuns, openPacked, outputsOf, packInto } from './packed.ts';
import { randomSystem } from './random-systems.ts';

const folder = temporaryFolder('pack');
const fmus: Record<string, ModelDescription> = {};
beforeAll(async () => {
  for (const name of ['mixer', 'gauge', 'sampler', 'three-rooms'])
    fmus[name] = (await buildUnit(join(root, 'test/fixtures', name), folder)).description;
});

const resolved = (system: SystemFile): Promise<CheckedSystem> =>
  resolveSystem(system, join(folder, 'system.json'));

/** Two mixers in a chain, with an input of the first one. */
const chain = (fmu: string, more: Partial<SystemFile> = {}): SystemFile => ({
  name: 'chain',
  units: { a: { fmu }, b: { fmu } },
  connections: [{ from: 'a.y', to: 'b.u', order: 2, convertUnits: false }],
  algorithm: { scheme: 'jacobi', step: 0.25 },
  stopTime: 10,
  interface: { inputs: { u: 'a.u' }, outputs: { y: 'b.y' }, parameters: {} },
  ...more,
});

describe('a packed system', () => {
  const schemes = [
    ...['jacobi', 'gauss-seidel', 'multi-rate', 'iterative-jacobi', 'iterative-gauss-seidel', 'waveform'],
    ...['newton', 'semi-implicit', 'jacobi around newton', 'gauss-seidel around iterative-gauss-seidel'],
    ...['gauss-seidel around jacobi', 'jacobi around gauss-seidel'],
  ];
  it.each(Array.from({ length: isFullTest ? 36 : 12 }, (_, k) => [k + 1, schemes[k % 12]] as const))(
    'random system %i with %s has the bits of its run',
    async (seed, scheme) => {
      const system = await resolved(randomSystem(seed, fmus, scheme));
      const [file] = await packInto(folder, system);
      expectEqualRuns(system, await openPacked(file, system), outputsOf(system));
    },
  );

  it('a fast unit reads the polynomial of a slow one inside its step, as in its run', async () => {
    const units = { a: { fmu: 'mixer.fmu', step: 0.5 }, b: { fmu: 'mixer.fmu', step: 0.125 } };
    const algorithm = { scheme: 'multi-rate', step: 0.5 };
    const system = await resolved(chain('mixer.fmu', { units, algorithm }));
    const [file] = await packInto(folder, system);
    expectEqualRuns(system, await openPacked(file, system), outputsOf(system));
  });

  it.each([
    ['waveform', [0.25, 0.125, 0.0625]],
    ['multi-rate', [0.25, 0.125, 0.5]],
  ] as const)(
    'units of %s that do not step by H follow an input of the importer inside their steps',
    async (scheme, steps) => {
      const names = ['a', 'b', 'c'];
      const ramps = ['0,0,1,0', '10,10,-9,2.5'];
      const table = (head: string): string => [`time,${head}`, ...ramps].join('\n');
      writeFileSync(join(folder, 'inside.csv'), table('c.p,b.v[1],a.v[2]'));
      writeFileSync(join(folder, 'outside.csv'), table('p,vb[1],va[2]'));
      const system = await resolved({
        ...chain('mixer.fmu'),
        units: Object.fromEntries(names.map((name, k) => [name, { fmu: 'mixer.fmu', step: steps[k] }])),
        connections: names.map((name, k) => ({
          ...{ from: `${name}.y`, to: `${names[(k + 1) % 3]}.u`, convertUnits: false },
          order: [2, 2, 1][k] as 1 | 2,
        })),
        algorithm: { scheme, step: 0.25 },
        interface: {
          ...{ inputs: { p: 'c.p', vb: 'b.v', va: 'a.v' }, parameters: {} },
          outputs: Object.fromEntries(names.map((name) => [`y_${name}`, `${name}.y`])),
        },
        inputs: 'inside.csv',
      });
      const [file] = await packInto(folder, system, 'driven');
      const packed = await openPacked(file, system, { input: join(folder, 'outside.csv') });
      expect(expectEqualRuns(system, packed, outputsOf(system))).toBe(40);
    },
  );

  it.each(['relaxation', 'aitken', 'anderson'])(
    'it iterates with %s as its run does',
    async (acceleration) => {
      const connections = [
        { from: 'a.y', to: 'b.u', order: 2 as const, convertUnits: false },
        { from: 'b.y', to: 'a.u', order: 1 as const, convertUnits: false },
      ];
      const algorithm = {
        scheme: 'iterative-jacobi',
        step: 0.1,
        options: { acceleration, relaxation: 0.75 },
      };
      const exposed = { inputs: {}, outputs: { y: 'b.y' }, parameters: {} };
      const system = await resolved(chain('mixer.fmu', { connections, algorithm, interface: exposed }));
      const [file] = await packInto(folder, system, 'iterated');
      expectEqualRuns(system, await openPacked(file, system), outputsOf(system));
    },
  );

  it.each(['crane-single-force', 'crane-double-force'])(
    '%s with an interface model has the bits of its run',
    async (name) => {
      const file = JSON.parse(readFileSync(join(root, `systems/${name}.json`), 'utf8'));
      const kind = name.includes('single') ? 'single' : 'double';
      const model = { ...file, interfaceModels: [interfaceModel(kind)], stopTime: width(0.2, 4) };
      const loaded = await resolveSystem(model, join(root, `systems/${name}.json`));
      const { columns } = loaded.record;
      const outputs = columns.map((port, i) => ({ ...port, name: `y${i}` }));
      const system = { ...loaded, interface: { outputs } };
      const [packed] = await packInto(folder, system, kind);
      expectEqualRuns(system, await openPacked(packed, system), outputsOf(system));
    },
  );

  it('it can be rolled back by an outer iteration, with the bits of the whole system', async () => {
    const algorithm = { scheme: 'iterative-jacobi', step: 0.25 };
    const connections = [
      { from: 'a.y', to: 'b.u', order: 2 as const, convertUnits: false },
      { from: 'b.y', to: 'a.u', order: 2 as const, convertUnits: false },
    ];
    const part = { units: { a: { fmu: 'mixer.fmu' } }, connections: [], interface: undefined };
    const inner = { inputs: { u: 'a.u' }, outputs: { y: 'a.y' }, parameters: {} };
    await packInto(folder, await resolved(chain('mixer.fmu', { ...part, interface: inner })), 'half');
    const whole = chain('mixer.fmu', { algorithm, connections, interface: undefined });
    const units = { ...whole.units, a: { fmu: 'half.fmu' } };
    const sessions = [await resolved(whole), await resolved({ ...whole, units })].map((s) => new Session(s));
    const read = sessions.map((session) => session.reader('b.y'));
    for (const session of sessions) session.start();
    for (let n = 0; n < 40; n++) {
      for (const session of sessions) session.advance(1);
      expect(read[1]()).toBe(read[0]());
    }
  });

  it('three packs, one inside the other, have the bits of its run', async () => {
    let fmu = 'mixer.fmu';
    for (const name of ['first', 'second', 'third']) {
      const system = await resolved(chain(fmu));
      const [file] = await packInto(folder, system, name);
      expectEqualRuns(system, await openPacked(file, system), outputsOf(system));
      fmu = `${name}.fmu`;
    }
  });

  it('it shows the residual energies of its bonds, and its energy balance closes with them', async () => {
    const system = await loadSystem(join(root, 'systems/crane-single-force.json'));
    const [bond] = system.bonds;
    const outputs = [
      ...[0, 1, 2].map((quantity) => ({ name: `r${quantity}`, bond: 0, quantity })),
      ...energyTotals.map((total) => ({ name: `e_${total}`, total })),
    ];
    const [file] = await packInto(folder, { ...system, interface: { outputs } }, 'crane');
    const packed = await openPacked(file, system);
    const flat = new Session(system);
    for (const session of [flat, packed]) {
      session.start();
      session.advance(1500);
    }
    const { power, energy, magnitude } = flat.residuals.bonds[0];
    expect(bond.name).toBeTruthy();
    expect(magnitude).toBeGreaterThan(0);
    expect([0, 1, 2].map((k) => packed.reader(`crane.r${k}`)())).toEqual([power, energy, magnitude]);
    // The drift of the integrators remains. That of the coupling counts as dissipated.
    const [{ drift }, own] = [flat.balance.energies, packed.balance.energies.drift];
    expect(Math.abs(energy)).toBeGreaterThan(1e-5);
    expect(Math.abs(own - (drift + energy))).toBeLessThan(1e-9);
  });

  it('fmu verify compares a pack with its system bit by bit', async () => {
    const system = await resolved(chain('mixer.fmu'));
    const [file] = await packInto(folder, system, 'verified');
    expect(await comparePack(file, system)).toEqual({ elements: 2, steps: 40 });
    const other = await resolved(chain('mixer.fmu', { stopTime: 12, connections: [] }));
    expect((await comparePack(file, other)).difference).toMatchObject({ name: 'y', time: 0.25 });
    const stranger = await resolved(chain('mixer.fmu', { interface: { outputs: { z: 'b.y' } } }));
    await expect(comparePack(file, stranger)).rejects.toThrow(
      /expected the variable a\.u .* which the FMU lacks/,
    );
  });

  it('it continues from a stored state, and repeats its run after a reset', async () => {
    const system = await resolved(chain('mixer.fmu'));
    const [file] = await packInto(folder, system);
    const { instances } = await openPacked(file, system);
    const [plant] = instances;
    const y = plant.view(plant.description.variables.find(({ name }) => name === 'y') as never);
    const run = (from: number): number[] =>
      Array.from({ length: 5 }, (_, k) => {
        plant.step((from + k) * 0.25, 0.25);
        return Number(y.view[y.offset]);
      });
    plant.initialize(0);
    const first = run(0);
    const state = plant.getState?.() as Uint8Array;
    const next = run(5);
    expect(new Set([...first, ...next]).size).toBeGreaterThan(5);
    plant.setState?.(state);
    expect(run(5)).toEqual(next);
    plant.reset?.();
    plant.initialize(0);
    expect(run(0)).toEqual(first);
  });

  it('it contains no name, description or token of its units in a binary', async () => {
    const system = await resolved(chain('mixer.fmu'));
    const [file] = await packInto(folder, system, 'sealed', { native: ['x86_64-linux'] });
    const archive = await openArchive(file);
    const binaries = archive.content.entries
      .map(({ name }) => name)
      .filter((name) => /^binaries\/.*[^/]$/.test(name));
    expect(binaries).toHaveLength(2);
    const { variables, instantiationToken } = fmus.mixer;
    const words = [
      ...variables.flatMap(({ name, description = '' }) => [name, description]),
      ...[instantiationToken, 'mixer', folder, root],
    ].filter((word) => word.length > 4 && word !== 'time');
    for (const name of binaries) {
      const bytes = Buffer.from(await archive.bytes(name));
      for (const word of words)
        for (const encoding of ['utf8', 'utf16le'] as const)
          expect(`${word} in ${name}: ${bytes.includes(Buffer.from(word, encoding))}`).toMatch(/false$/);
    }
    expect(readFileSync(file).includes('mixer')).toBe(false);
  });
});

describe('fmu pack refuses', () => {
  const refusal = async (system: SystemFile): Promise<string> => {
    try {
      await packInto(folder, await resolved(system), 'refused');
      return '';
    } catch (error) {
      return (error as Error).message;
    }
  };
  it.each<[string, Partial<SystemFile>, RegExp]>([
    [
      'another scheme',
      { algorithm: { scheme: 'adaptive', step: 0.25 } },
      /expected the scheme .*got adaptive\. A pack has a constant step: use jacobi/,
    ],
    [
      'a scheme with another in its place',
      { algorithm: { scheme: 'linearly-implicit', step: 0.25 } },
      /got linearly-implicit\. Use semi-implicit or newton, or use fmu export/,
    ],
    [
      'a group with a scheme that takes substeps',
      { algorithm: { scheme: 'jacobi', step: 0.25, groups: [{ units: ['a', 'b'], scheme: 'ecco' }] } },
      /got ecco\. A pack has a constant step/,
    ],
    ['two equal names', { interface: { inputs: { y: 'a.u' }, outputs: { y: 'b.y' } } }, /got y twice/],
    ['a connected input', { interface: { inputs: { u: 'b.u' } } }, /a\.y .*sets b\.u/],
    ['an unknown variable', { interface: { outputs: { y: 'b.nothing' } } }, /unknown variable "nothing"/],
    [
      'a member without a variable',
      { interface: { terminals: [{ name: 't', members: [{ name: 'm', variable: 'x' }] }] } },
      /terminal t names x/,
    ],
    [
      'a unit that stops',
      { units: { a: { fmu: 'mixer.fmu', parameters: { fail_at: 1 } }, b: { fmu: 'mixer.fmu' } } },
      /step a: the FMU stopped at t = 1 s/,
    ],
    [
      'a value that is not finite',
      {
        connections: [{ from: 'a.w', to: 'b.v' }],
        units: { a: { fmu: 'mixer.fmu', parameters: { infinite_at: 1 } }, b: { fmu: 'mixer.fmu' } },
      },
      /finite|Infinity/,
    ],
  ])('%s', async (_, change, message) => {
    expect(await refusal(chain('mixer.fmu', change))).toMatch(message);
  });
});
