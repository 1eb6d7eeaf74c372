import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildUnit } from '../../fmu-sdk/build/build-unit.ts';
import { fmuHere } from '../fmu-here.ts';
import type { Finished } from '../run-fmu.ts';
import { craneFolder, liftOf } from './crane.ts';

const folder = craneFolder('osp');

const system = liftOf(0.0001, { factor: 0.5, offset: 0, convertUnits: false }, 1.5);

beforeAll(() => {
  writeFileSync(join(folder, 'lift.json'), JSON.stringify(system));
  mkdirSync(join(folder, 'structure'));
});

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
  it('an exported OSP structure runs to identical rows, with its bond and transformation', async () => {
    expect(
      (await fmuHere(['export', 'lift.json', '-o', 'structure/OspSystemStructure.xml'], folder)).code,
    ).toBe(0);
    const record = ['--record', 'crane.s', 'actuator.p1', 'actuator.U'];
    const original = JSON.parse((await run('lift.json', '-o', 'own.csv', ...record)).out);
    const read = JSON.parse((await run('structure/OspSystemStructure.xml', '-o', 'read.csv', ...record)).out);
    expect(csv('read.csv')).toBe(csv('own.csv'));
    expect(read.name).toBe('structure');
    expect(read.bonds).toEqual(original.bonds);
    expect(original.bonds[0].magnitude).toBeGreaterThan(0.1);
  });

  it('an OSP structure connects groups of variables in order, and treats a power port as a bond', async () => {
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
    const scalarSystem = { ...system, connections: system.connections.slice(1), stopTime: 0.5 };
    writeFileSync(
      join(folder, 'plain.json'),
      JSON.stringify({
        ...scalarSystem,
        units: { crane: { fmu: 'crane-single.fmu' }, actuator: { fmu: 'hydraulic-actuator.fmu' } },
      }),
    );
    const record = ['--record', 'crane.s', 'actuator.p1'];
    const original = JSON.parse((await run('plain.json', '-o', 'plain.csv', ...record)).out);
    const read = JSON.parse((await run('structure/groups.xml', '-o', 'groups.csv', ...record)).out);
    const values = (file: string): string[] =>
      csv(file)
        .split('\r\n')
        .slice(1)
        .map((row) => row.split(',').slice(0, 3).join());
    expect(values('groups.csv')).toEqual(values('plain.csv'));
    expect(read.bonds.map((bond: { unit: string }) => bond.unit)).toEqual(['J']);
    expect(read.bonds[0].magnitude).toBe(original.bonds[0].magnitude);
  });

  it('an OSP structure runs for one second without an EndTime, and notes it', async () => {
    writeFileSync(join(folder, 'structure/open.xml'), osp(simulators, ''));
    const open = await fmuHere(['run', 'structure/open.xml', '--no-record'], folder);
    expect(open.err).toContain('structure/open.xml lacks an EndTime. Default: 1 s.');
    const ended = await fmuHere(['run', 'structure/open.xml', '--no-record', '--stop-time', '0.1'], folder);
    expect(ended.err).not.toContain('EndTime');
  });

  it('options override an OSP structure', async () => {
    const { out } = await run(
      'structure/OspSystemStructure.xml',
      '--step',
      '0.0005',
      '--stop-time',
      '0.1',
      '--order',
      '1',
    );
    expect(JSON.parse(out)).toMatchObject({ step: 0.0005, endTime: 0.1, order: 1 });
  });

  it('an OSP structure reports errors with file, line and column', async () => {
    const refused = async (content: string): Promise<string> => {
      writeFileSync(join(folder, 'structure/bad.xml'), content);
      const { code, err } = await fmuHere(['run', 'structure/bad.xml', '--no-record'], folder);
      expect(code).toBe(1);
      return err;
    };
    expect(await refused(osp('<Simulator name="a" source="none.fmu"/>', ''))).toMatch(
      /bad\.xml:3:\d+: missing file none\.fmu, the source of a/,
    );
    expect(await refused(osp(simulators, group('prot', 'port')))).toMatch(
      /crane: unknown group of variables "prot"\. Did you mean port\?/,
    );
    expect(
      await refused(
        osp(
          simulators,
          '<VariableConnection><Variable simulator="crane" name="s"/><Variable simulator="actuator" name="F_s"/></VariableConnection>',
        ),
      ),
    ).toMatch(/s and F_s are both outputs\. Connect an output to an input\./);
    expect(await refused(osp(simulators, '', '<StartTime>soon</StartTime>'))).toMatch(
      /expected a number in <StartTime>, got "soon"/,
    );
    const sum = `<SignalConnection><Variable simulator="crane" name="s"/><Signal function="f" name="in[0]"/></SignalConnection>`;
    expect(
      await refused(
        osp(simulators, sum).replace(
          '<Connections>',
          '<Functions><Sum name="f" inputCount="2"/></Functions><Connections>',
        ),
      ),
    ).toMatch(/the function f is a Sum, which connections do not support/);
  });

  describe('initial values and unknown parts in OSP', () => {
    const types = { f: 'Float64', i: 'Int32', e: 'Enumeration', b: 'Boolean', s: 'String', x: 'Binary' };
    const one = (variable: string, typed: string): string =>
      `<InitialValue variable="${variable}">${typed}</InitialValue>`;
    const runValues = async (values: string): Promise<Finished> => {
      const unit = `<Simulator name="c" source="kinds.fmu"><InitialValues>${values}</InitialValues></Simulator>`;
      writeFileSync(join(folder, 'structure/values.xml'), osp(unit, '', '<EndTime>0.001</EndTime>'));
      return await fmuHere(['run', 'structure/values.xml', '-o', 'values.csv'], folder);
    };
    const refusal = async (values: string): Promise<string> => {
      const { code, err } = await runValues(values);
      expect([values, code]).toEqual([values, 1]);
      return err;
    };
    beforeAll(async () => {
      const home = join(folder, 'kinds');
      mkdirSync(home);
      const variables = Object.entries(types).map(([name, type]) => ({
        ...{ name, type, causality: 'parameter', start: { b: false, s: '', x: '', e: 'low' }[name] ?? 0 },
        ...(type === 'Enumeration' && { enumeration: 'Mode' }),
      }));
      const items = [
        { name: 'low', value: 1 },
        { name: 'high', value: 2 },
      ];
      const y = { name: 'y', type: 'Float64', causality: 'output', variability: 'continuous' };
      const about = { name: 'kinds', version: '1', description: 'a parameter of each kind' };
      const manifest = { ...about, enumerations: { Mode: { items } }, variables: [...variables, y] };
      writeFileSync(join(home, 'unit.json'), JSON.stringify(manifest));
      writeFileSync(
        join(home, 'unit.ts'),
        `import { KindsVariables } from './variables';
export class Kinds extends KindsVariables {
  override initialize(): void { this.doStep(0.0, 0.0); }
  override doStep(t: f64, h: f64): void {
    this.y = this.f + 10.0 * f64(this.i) + 1000.0 * f64(this.e) + (this.b ? 10000.0 : 0.0);
  }
}
`,
      );
      await buildUnit(home, join(folder, 'structure'));
    });

    it('initial values in OSP have their declared types', async () => {
      const values = [
        one('f', '<Integer value="1"/>'),
        one('i', '<Integer value=" -3 "/>'),
        one('e', '<Integer value="2"/>'),
        one('b', '<Boolean value="1"/>'),
        one('s', '<String value="20 degC"/>'),
      ];
      const { code, err } = await runValues(values.join(''));
      expect([code, err]).toEqual([0, expect.not.stringContaining('note')]);
      expect(csv('values.csv')).toMatch(/^0,11971\r$/m);
    });

    it('refuses repeated initial values and wrong types in OSP', async () => {
      const f = one('f', '<Real value="1"/>');
      expect(await refusal(f + one('f', '<Real value="2"/>'))).toMatch(
        /values\.xml:3:\d+: f of c has a second initial value\./,
      );
      expect(await refusal(one('f', '<Real value="1"/><Real value="2"/>'))).toMatch(
        /<InitialValue> of f has two values, <Real> and <Real>\./,
      );
      expect(await refusal(`${f}</InitialValues><InitialValues>`)).toMatch(
        /<Simulator> has a second <InitialValues>/,
      );
      for (const [variable, typed, words] of [
        ['b', '<Integer value="1"/>', 'b of c is a <Boolean>, but its initial value is an <Integer>. Give a'],
        ['i', '<Real value="3"/>', 'i of c is an <Int32>, but its initial value is a <Real>. Give an <Int'],
        ['e', '<String value="high"/>', 'e of c is an <Enumeration>, but its initial value is a <String>. '],
        ['s', '<Real value="3"/>', 's of c is a <String>, but its initial value is a <Real>. Give a <Str'],
        ['x', '<String value="00ff"/>', 'x of c is a <Binary>, but its initial value is a <String>. Remove'],
        ['f', '<Real value="20 degC"/>', 'expected a number in <Real> of f, got "20 degC"'],
        ['f', '<Real value="0x10"/>', 'expected a number in <Real> of f, got "0x10"'],
        ['i', '<Integer value="3.0"/>', 'expected a whole number in <Integer> of i, got "3.0"'],
        ['b', '<Boolean value="yes"/>', 'expected true or false in <Boolean> of b, got "yes"'],
      ])
        expect(await refusal(one(variable, typed))).toContain(words);
    });

    it('notes and ignores unknown parts of an OSP structure', async () => {
      const values = [
        '<InitialValu variable="f"><Real value="5"/></InitialValu>',
        '<InitialValue variable="i" unit="mm"><Integer value="1" unit="mm"/></InitialValue>',
      ];
      const { code, err } = await runValues(values.join(''));
      expect(code).toBe(0);
      for (const words of [
        /values\.xml:3:\d+: <InitialValu> is unknown in <InitialValues> of OSP and is ignored\. Did you mean InitialValue\./,
        /the attribute unit is unknown in <InitialValue> of OSP and is ignored/,
        /the attribute unit is unknown in <Integer> of OSP and is ignored/,
      ])
        expect(err).toMatch(words);
      expect(csv('values.csv')).toMatch(/^0,1010\r$/m);
      expect(await refusal(one('f', '<Reel value="1"/>'))).toMatch(
        /<InitialValue> of f lacks a value: expected one of Real, Integer, Boolean, String\./,
      );
    });

    it('runs an unknown OSP algorithm as fixedStep and notes it', async () => {
      const run = async (name: string, algorithm: string): Promise<string> => {
        const settings = `<EndTime>0.001</EndTime>${algorithm && `<Algorithm>${algorithm}</Algorithm>`}`;
        const file = `structure/${name}.xml`;
        writeFileSync(join(folder, file), osp('<Simulator name="c" source="kinds.fmu"/>', '', settings));
        const { code, err } = await fmuHere(['run', file, '-o', `${name}.csv`], folder);
        expect(code).toBe(0);
        return err;
      };
      expect(await run('stepped', 'variableStep')).toMatch(
        /note: .*stepped\.xml has the unknown Algorithm "variableStep" and runs with fixedStep\.$/m,
      );
      for (const known of ['', 'fixedStep', ' FIXEDSTEP ']) {
        expect(await run('known', known)).not.toContain('Algorithm');
        expect(csv('known.csv')).toBe(csv('stepped.csv'));
      }
    });

    it('an OSP export preserves the sign of −0, and refuses Binary values', async () => {
      const lone = (parameters: object): void =>
        writeFileSync(
          join(folder, 'kinds.json'),
          JSON.stringify({
            name: 'kinds',
            units: { c: { fmu: 'structure/kinds.fmu', parameters } },
            algorithm: { scheme: 'jacobi', step: 0.001 },
            stopTime: 0.001,
          }),
        );
      lone({ f: '-0', b: true });
      expect((await fmuHere(['export', 'kinds.json', '-o', 'kinds.xml'], folder)).code).toBe(0);
      expect(csv('kinds.xml')).toContain('<Real value="-0"/>');
      lone({ x: '00ff' });
      const { code, err } = await fmuHere(['export', 'kinds.json', '-o', 'kinds.xml'], folder);
      expect([code, err]).toEqual([
        1,
        expect.stringMatching(
          /OSP does not support values of the type Binary \(c\.x\)\. Export it as \.ssp\./,
        ),
      ]);
    });
  });
});
