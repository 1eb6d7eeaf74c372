import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fmuHere } from '../fmu-here.ts';
import type { Finished } from '../run-fmu.ts';
import { craneFolder, liftOf } from './crane.ts';

let folder: string;

const system = liftOf(0.0001, { factor: 0.5, offset: 0, convertUnits: false }, 1.5);

beforeAll(() => {
  folder = craneFolder('osp');
  writeFileSync(join(folder, 'lift.json'), JSON.stringify(system));
  mkdirSync(join(folder, 'structure'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function run(file: string, ...args: string[]): Promise<Finished> {
  return await fmuHere(['run', file, '--json', ...args], folder);
}
const csv = (file: string): string => readFileSync(join(folder, file), 'utf8');

const osp = (simulators: string, connections: string, more = ''): string =>
  `<?xml version="1.0"?><OspSystemStructure xmlns="http://opensimulationplatform.com/MSMI/OSPSystemStructure" version="0.1">
<BaseStepSize>0.001</BaseStepSize>${more}
<Simulators>${simulators}</Simulators><Connections>${connections}</Connections></OspSystemStructure>`;
const simulators = ['crane-single', 'hydraulic-actuator']
  .map((name, i) => `<Simulator name="${['crane', 'actuator'][i]}" source="../${name}.fmu"/>`)
  .join('');
const group = (one: string, other: string, bond = ''): string =>
  `<VariableGroupConnection${bond}><VariableGroup simulator="crane" name="${one}"/><VariableGroup simulator="actuator" name="${other}"/></VariableGroupConnection>`;

describe('a system structure of the Open Simulation Platform', () => {
  it('that fmu export writes runs to the same rows, with its bond and its transformation', async () => {
    expect(
      (await fmuHere(['export', 'lift.json', '-o', 'structure/OspSystemStructure.xml'], folder)).code,
    ).toBe(0);
    const record = ['--record', 'crane.s', 'actuator.p1', 'actuator.U'];
    const own = JSON.parse((await run('lift.json', '-o', 'own.csv', ...record)).out);
    const read = JSON.parse((await run('structure/OspSystemStructure.xml', '-o', 'read.csv', ...record)).out);
    expect(csv('read.csv')).toBe(csv('own.csv'));
    expect(read.name).toBe('structure');
    expect(read.bonds).toEqual(own.bonds);
    expect(own.bonds[0].magnitude).toBeGreaterThan(0.1);
  });

  it('connects groups of variables in their order, and takes a power port for a bond', async () => {
    const ports = (force: string, velocity: string): string =>
      `<?xml version="1.0"?><OspModelDescription xmlns="https://open-simulation-platform.com/OspModelDescription/1.0.0" version="1.0"><VariableGroups>
<LinearMechanicalPort name="port"><Force name="force"><Variable ref="${force}"/></Force><LinearVelocity name="velocity"><Variable ref="${velocity}"/></LinearVelocity></LinearMechanicalPort>
<Generic name="length"><Variable ref="s"/></Generic></VariableGroups></OspModelDescription>`;
    writeFileSync(join(folder, 'structure/crane-single_OspModelDescription.xml'), ports('F_s', 's_dot'));
    writeFileSync(join(folder, 'hydraulic-actuator_OspModelDescription.xml'), ports('F_s', 's_dot'));
    writeFileSync(
      join(folder, 'structure/groups.xml'),
      osp(simulators, group('port', 'port') + group('length', 'length'), '<EndTime>0.5</EndTime>'),
    );
    const plain = { ...system, connections: system.connections.slice(1), stopTime: 0.5 };
    writeFileSync(
      join(folder, 'plain.json'),
      JSON.stringify({
        ...plain,
        units: { crane: { fmu: 'crane-single.fmu' }, actuator: { fmu: 'hydraulic-actuator.fmu' } },
      }),
    );
    const record = ['--record', 'crane.s', 'actuator.p1'];
    const own = JSON.parse((await run('plain.json', '-o', 'plain.csv', ...record)).out);
    const read = JSON.parse((await run('structure/groups.xml', '-o', 'groups.csv', ...record)).out);
    const values = (file: string): string[] =>
      csv(file)
        .split('\r\n')
        .slice(1)
        .map((row) => row.split(',').slice(0, 3).join());
    expect(values('groups.csv')).toEqual(values('plain.csv'));
    expect(read.bonds.map((bond: { unitOfMeasure: string }) => bond.unitOfMeasure)).toEqual(['J']);
    expect(read.bonds[0].magnitude).toBe(own.bonds[0].magnitude);
  });

  it('without an end runs for a second, and says so', async () => {
    writeFileSync(join(folder, 'structure/open.xml'), osp(simulators, ''));
    const open = await fmuHere(['run', 'structure/open.xml', '--no-record'], folder);
    expect(open.err).toContain('structure/open.xml says no EndTime: to 1 s, where nothing else is said.');
    const ended = await fmuHere(['run', 'structure/open.xml', '--no-record', '--stop-time', '0.1'], folder);
    expect(ended.err).not.toContain('EndTime');
  });

  it('options go before it', async () => {
    const { out } = await run(
      'structure/OspSystemStructure.xml',
      '--step',
      '0.0005',
      '--stop-time',
      '0.1',
      '--order',
      '1',
    );
    expect(JSON.parse(out)).toMatchObject({ step: 0.0005, time: 0.1, order: 1 });
  });

  it('what is wrong is told with file, line and column', async () => {
    const refused = async (content: string): Promise<string> => {
      writeFileSync(join(folder, 'structure/bad.xml'), content);
      const { code, err } = await fmuHere(['run', 'structure/bad.xml', '--no-record'], folder);
      expect(code).toBe(1);
      return err;
    };
    expect(await refused(osp('<Simulator name="a" source="none.fmu"/>', ''))).toMatch(
      /bad\.xml:3:\d+: there is no file none\.fmu, the source of a/,
    );
    expect(await refused(osp(simulators, group('prot', 'port')))).toMatch(
      /crane has no group of variables "prot"\. Did you mean port\?/,
    );
    expect(
      await refused(
        osp(
          simulators,
          '<VariableConnection><Variable simulator="crane" name="s"/><Variable simulator="actuator" name="F_s"/></VariableConnection>',
        ),
      ),
    ).toMatch(/s and F_s are both outputs\. Connect an output with an input\./);
    expect(await refused(osp(simulators, '', '<StartTime>soon</StartTime>'))).toMatch(
      /<StartTime> has "soon"/,
    );
    const sum = `<SignalConnection><Variable simulator="crane" name="s"/><Signal function="f" name="in[0]"/></SignalConnection>`;
    expect(
      await refused(
        osp(simulators, sum).replace(
          '<Connections>',
          '<Functions><Sum name="f" inputCount="2"/></Functions><Connections>',
        ),
      ),
    ).toMatch(/the function f is a Sum, which no connection can say/);
  });
});
