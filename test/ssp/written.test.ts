import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openArchive } from '../../fmu-sdk/archive/open-archive.ts';
import { buildUnit } from '../../fmu-sdk/build/build-unit.ts';
import { exportSsp } from '../../master/ssp/export-ssp.ts';
import { openSsp } from '../../master/ssp/open-ssp.ts';
import { readSystemStructure } from '../../master/ssp/ssd/read-ssd.ts';
import { loadSystem, resolveSystem } from '../../master/system/load-system.ts';
import type { SystemFile } from '../../master/system/system.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { root } from '../run-fmu.ts';
import { connection, connections, elements, gauge, ssd } from './ssd.ts';

const folder = temporaryFolder('ssp-export');
beforeAll(async () => {
  mkdirSync(join(folder, 'resources'));
  writeFileSync(join(folder, 'in.csv'), 'time,a.u\n0,1\n1,2\n');
  await buildUnit(join(root, 'test/fixtures/gauge'), join(folder, 'resources'));
  await buildUnit(join(root, 'test/fixtures/faulty'), folder);
});

describe('export of a system as .ssp', () => {
  const system = (): SystemFile => ({
    name: 'both',
    units: {
      a: { fmu: 'resources/gauge.fmu', parameters: { bias: 0.1 }, start: { gear: 'high', v: [1, 2, 3, 4] } },
      'b.c': { fmu: 'resources/gauge.fmu' },
    },
    connections: [
      { from: 'a.y', to: 'b.c.u', order: 1, factor: 2, offset: -0.5 },
      { from: 'a.w', to: 'b.c.v' },
      { from: 'a.was_gear', to: 'b.c.gear', map: [['high', 'low']] },
    ],
    algorithm: { scheme: 'jacobi', step: 0.25, order: 2 },
    startTime: 0,
    stopTime: 1,
    inputs: 'in.csv',
    record: { every: 2, variables: ['b.c.y', 'a.w'] },
  });

  it('an export as .ssp preserves groups, lines, steps and priorities of units', async () => {
    const groups = [{ units: ['a', 'b.c'], scheme: 'newton' }];
    const lines = [
      { name: 'l', impedance: 2, ends: [{ terminal: 'a.p' }, { flow: 'b.c.y', effort: 'b.c.u' }] },
    ];
    const whole = system();
    const { a } = whole.units;
    const of: SystemFile = {
      ...whole,
      units: { ...whole.units, a: { ...a, step: 0.5, priority: 3 } },
      algorithm: { ...whole.algorithm, groups },
      lines,
    };
    writeFileSync(join(folder, 'parts.ssp'), await exportSsp(of, join(folder, 'parts.json')));
    const { system: opened, dispose } = await openSsp(join(folder, 'parts.ssp'));
    expect([opened.algorithm.groups, opened.lines, opened.units.a.step, opened.units.a.priority]).toEqual([
      groups,
      lines,
      0.5,
      3,
    ]);
    dispose();
  });

  it('an export as .ssp preserves extrapolation of connections and elements, and names that begin with a digit', async () => {
    const names = ['1a', 'x2', '_3', 'b.c'];
    const ways = [
      { order: 0, toIndex: [1, 1] },
      { order: 2, toIndex: [1, 2] },
      { toIndex: [2, 1] },
      { extrapolation: 'hold', toIndex: [2, 2] },
    ] as const;
    const of: SystemFile = {
      ...system(),
      units: Object.fromEntries(names.map((name) => [name, { fmu: 'resources/gauge.fmu', step: 0.5 }])),
      connections: [
        ...ways.map(({ toIndex, ...way }) => ({ from: '1a.y', to: 'b.c.v', toIndex: [...toIndex], ...way })),
        { from: '1a.y', to: '_3.u', extrapolation: 'linear' },
      ],
      inputs: undefined,
      record: { variables: ['1a.y'] },
    };
    const file = join(folder, 'ways.json');
    writeFileSync(join(folder, 'ways.ssp'), await exportSsp(of, file));
    const { system: opened, dispose } = await openSsp(join(folder, 'ways.ssp'));
    const handed = (list: SystemFile['connections'] = []): unknown[] =>
      list
        .map(({ from, to, toIndex, order, extrapolation }) =>
          JSON.stringify({ from, to, toIndex, order, extrapolation }),
        )
        .sort();
    expect(handed(opened.connections)).toEqual(handed(of.connections));
    expect(Object.entries(opened.units).map(([name, { step }]) => [name, step])).toEqual(
      names.map((name) => [name, 0.5]),
    );
    expect((await resolveSystem(opened, file)).units.map(({ name }) => name)).toContain('1a');
    dispose();
  });

  it('reads the orders of inputs from packages before 0.2', async () => {
    const annotation = (extension: object): string =>
      `<d:Annotations><ssc:Annotation type="org.fmukit.system"><system json="${JSON.stringify(extension).replaceAll('"', '&quot;')}"/></ssc:Annotation></d:Annotations>`;
    writeFileSync(
      join(folder, 'old.ssd'),
      ssd(elements(gauge('a'), gauge('b')) + connections(connection('a.y', 'b.u'))).replace(
        '</d:SystemStructureDescription>',
        `${annotation({ orders: { 'b.u': 2 } })}</d:SystemStructureDescription>`,
      ),
    );
    const { system: opened, dispose } = await openSsp(join(folder, 'old.ssd'));
    expect(opened.connections).toMatchObject([{ to: 'b.u', order: 2 }]);
    dispose();
  });

  it('an export as .ssp preserves units, connections, values, and content that SSP does not support', async () => {
    const file = join(folder, 'both.json');
    writeFileSync(file, JSON.stringify(system()));
    writeFileSync(join(folder, 'both.ssp'), await exportSsp(system(), file));
    const { system: opened, dispose } = await openSsp(join(folder, 'both.ssp'));
    expect(opened.inputs).not.toContain(folder);
    const comparable = (s: Awaited<ReturnType<typeof loadSystem>>): unknown => ({
      ...s,
      // The first are files of the package, the second are files beside the system.
      reads: s.reads?.length,
      units: s.units.map(({ name, values }) => ({
        name,
        values: [...values].sort((a, b) => a.variable.valueReference - b.variable.valueReference),
      })),
    });
    const original = await loadSystem(file);
    expect(comparable(await resolveSystem(opened, file))).toEqual(comparable(original));
    dispose();
  });

  it('an export as .ssp preserves connectors of the system, their factors and elements', async () => {
    const connectors: SystemFile['connectors'] = {
      level: {
        unitOfMeasure: 'm',
        to: [{ to: 'a.u', factor: 2, offset: 0.5 }, { to: 'b.c.bias' }],
      },
      gear: { to: [{ to: 'a.gear', map: [['low', 'high']] }] },
      'field[1,2]': { unitOfMeasure: 'm', to: [{ to: 'a.v', toIndex: [2, 1] }] },
      'field[2,2]': { unitOfMeasure: 'm', to: [{ to: 'a.v', toIndex: [2, 2], factor: 3 }] },
      out: { unitOfMeasure: 'mm', from: 'b.c.y', factor: 0.5 },
      corner: { unitOfMeasure: 'mm', from: 'a.w', fromIndex: [1, 2] },
    };
    writeFileSync(join(folder, 'level.csv'), 'time,level,"field[1,2]"\n0,1,5\n1,2,5\n');
    const { connections: _, ...rest } = system();
    const of: SystemFile = { ...rest, connectors, inputs: 'level.csv' };
    const file = join(folder, 'outside.json');
    writeFileSync(file, JSON.stringify(of));
    writeFileSync(join(folder, 'outside.ssp'), await exportSsp(of, file));
    const { system: opened, dispose } = await openSsp(join(folder, 'outside.ssp'));
    expect(opened.connectors).toEqual(connectors);
    const [{ inputs }, { inputs: original }] = [await resolveSystem(opened, file), await loadSystem(file)];
    expect(inputs.map(({ values }) => values)).toEqual(original.map(({ values }) => values));
    dispose();
  });

  it('an export writes SSP 1.0 if possible, otherwise 2.0, with reproducible bytes', async () => {
    const file = join(folder, 'x.json');
    const simple: SystemFile = {
      ...system(),
      units: { a: { fmu: 'faulty.fmu' } },
      connections: [],
      inputs: undefined,
      record: {},
    };
    const version = async (of: SystemFile): Promise<unknown> => {
      const [bytes, again] = [await exportSsp(of, file), await exportSsp(of, file)];
      expect(again).toEqual(bytes);
      writeFileSync(join(folder, 'x.ssp'), bytes);
      const xml = await (await openArchive(join(folder, 'x.ssp'))).text('SystemStructure.ssd');
      return readSystemStructure(xml, 'x').version;
    };
    expect([await version(simple), await version(system())]).toEqual(['1.0', '2.0']);
  });
});
