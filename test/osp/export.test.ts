import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeUnit, noCompiler } from '../fixtures/c/make.ts';
import { fmuHere } from '../fmu-here.ts';
import { root } from '../run-fmu.ts';
import { craneFolder, liftOf } from './crane.ts';

const folder = craneFolder('osp-export');

/** The internal step of its actuator is 0.1 ms. */
const lift = liftOf('0.1 ms', {}, 0.4);

const write = (file: string, system: object): void =>
  writeFileSync(join(folder, file), JSON.stringify(system));

/** Rows of a run, as texts of its file. */
async function rowsOf(file: string): Promise<string> {
  const { code, err } = await fmuHere(['run', file, '-o', 'rows.csv', '--max-residual', '1000%'], folder);
  expect([code, err]).toEqual([0, expect.not.stringContaining('warning')]);
  return readFileSync(join(folder, 'rows.csv'), 'utf8');
}

async function exported(from: string, to: string): Promise<string> {
  const { code, err } = await fmuHere(['export', from, '-o', to], folder);
  expect([code, err]).toEqual([0, err]);
  return err;
}

describe('fmu export', () => {
  it('fmu export converts each system format to each other one with identical results', async () => {
    write('lift.json', lift);
    const reference = await rowsOf('lift.json');
    expect(await exported('lift.json', 'lift.xml')).toBe('');
    expect(await exported('lift.xml', 'lift.ssp')).toBe('');
    expect(await exported('lift.ssp', 'again.ssp')).toBe('');
    expect(await exported('lift.xml', 'again.xml')).toBe('');
    expect(await exported('lift.json', 'own.ssp')).toBe('');
    for (const file of ['lift.xml', 'lift.ssp', 'again.ssp', 'again.xml', 'own.ssp'])
      expect([file, await rowsOf(file)]).toEqual([file, reference]);
    expect(readFileSync(join(folder, 'lift.xml'), 'utf8')).toContain('<Real value="0.0001"/>');
  });

  it('an OSP export writes ECCO with its options', async () => {
    const options = {
      tolerance: 1e-3,
      first: 2e-4,
      smallest: 1e-4,
      integral: 0.2,
      proportional: 0.1,
      safety: 0.8,
    };
    write('ecco.json', { ...lift, algorithm: { scheme: 'ecco', step: 0.002, order: 0, options } });
    expect(await exported('ecco.json', 'ecco.xml')).toBe('');
    expect(await rowsOf('ecco.xml')).toBe(await rowsOf('ecco.json'));
  });

  it('an OSP export notes content that OSP does not support, with the effect on results', async () => {
    const [F, v] = [
      { effort: 'actuator.F_s', flow: 'crane.s_dot' },
      { effort: 'actuator.F_s', flow: 'crane.s' },
    ];
    write('other.json', {
      ...lift,
      bonds: [{ name: 'both', terms: [F, { ...v, weight: 1, weightUnit: '1/s' }] }],
      algorithm: { scheme: 'gauss-seidel', step: 0.001, order: 1 },
    });
    const notes = await exported('other.json', 'other.xml');
    expect(notes).toContain(
      'OSP does not support scheme gauss-seidel or extrapolation: "Algorithm" is fixedStep with held inputs, which gives different results.',
    );
    expect(notes).toContain(
      'a powerBond of OSP has one effort and one flow without a weight, so both is left out.',
    );
    expect(readFileSync(join(folder, 'other.xml'), 'utf8')).not.toContain('powerBond');
    write('wired.json', {
      ...lift,
      connections: lift.connections.slice(0, 1),
      bonds: [],
      lines: [
        {
          name: 'rod',
          impedance: 1e5,
          delay: 0.001,
          ends: [
            { flow: 'crane.s_dot', effort: 'crane.F_s' },
            { flow: 'actuator.F_s', effort: 'actuator.s_dot' },
          ],
        },
      ],
    });
    const { code, err } = await fmuHere(['export', 'wired.json', '-o', 'wired.xml'], folder);
    expect(code).toBe(1);
    expect(err).toMatch(
      /a system structure of OSP does not support transmission lines\. Export it as \.ssp\./,
    );
  });

  it('fmu export refuses FMUs inside a package, and never replaces files it reads', async () => {
    write('lift.json', lift);
    await exported('lift.json', 'lift.ssp');
    const inside = await fmuHere(['export', 'lift.ssp', '-o', 'inside.xml'], folder);
    expect(inside.err).toMatch(
      /these are inside the package\. Unpack it, and export its SystemStructure\.ssd\./,
    );
    const replacement = await fmuHere(['export', 'lift.ssp', '-o', 'lift.ssp'], folder);
    expect(replacement.err).toMatch(
      /export lift\.ssp: this would replace .*lift\.ssp, which is an input here/,
    );
  });

  it.skipIf(noCompiler !== undefined)(
    'an OSP export converts units of measure by a transformation, which OSP needs',
    async () => {
      const measured = (description: string): string =>
        description
          .replace(
            '<LogCategories>',
            '<UnitDefinitions><Unit name="m"><BaseUnit m="1"/></Unit><Unit name="mm"><BaseUnit m="1" factor="0.001"/></Unit></UnitDefinitions><LogCategories>',
          )
          .replace('<Real start="0"/>', '<Real start="0" unit="mm"/>')
          .replace('<Real/>', '<Real unit="m"/>');
      writeFileSync(join(folder, 'length.fmu'), await makeUnit(2, { edit: measured }));
      write('length.json', {
        name: 'length',
        units: { a: { fmu: 'length.fmu' }, b: { fmu: 'length.fmu' } },
        connections: [{ from: 'a.y', to: 'b.u', factor: 2 }],
        algorithm: { scheme: 'jacobi', step: 0.1 },
        stopTime: 0.5,
      });
      expect(await exported('length.json', 'length.xml')).toBe('');
      const xml = readFileSync(join(folder, 'length.xml'), 'utf8');
      expect(xml).toContain('factor="2000"');
      expect(await rowsOf('length.xml')).toBe(await rowsOf('length.json'));
      const connection = `<VariableConnection><Variable simulator="a" name="y"/><Variable simulator="b" name="u"/></VariableConnection>`;
      writeFileSync(
        join(folder, 'plain.xml'),
        xml
          .replace(/<Functions>[\s\S]*<\/Functions>/, '')
          .replace(/<Connections>[\s\S]*<\/Connections>/, `<Connections>${connection}</Connections>`),
      );
      const { err } = await fmuHere(['run', 'plain.xml', '--no-record'], folder);
      expect(err).toContain(
        'a.y [m] feeds b.u [mm] with a conversion of units of measure, as in FMI. libcosim would pass the number unchanged.',
      );
    },
  );
});

describe('fmu view', () => {
  it('fmu view shows a system of each format', async () => {
    write('lift.json', lift);
    await exported('lift.json', 'lift.xml');
    await exported('lift.json', 'lift.ssp');
    for (const file of ['lift.xml', 'lift.ssp']) {
      const child = spawn(process.execPath, [join(root, 'bin/fmu.cjs'), 'view', file], { cwd: folder });
      let [out, err] = ['', ''];
      child.stdout.on('data', (text) => (out += text));
      child.stderr.on('data', (text) => (err += text));
      const ended = once(child, 'exit');
      await expect.poll(() => err).toContain('Ctrl-C');
      child.kill('SIGINT');
      const [code] = await ended;
      expect(out).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{32}\/\n/);
      expect([0, 130]).toContain(code);
    }
  });
});

describe('a system instead of an FMU', () => {
  it.each(['inspect', 'check'])('fmu %s reports a system where it expects an FMU', async (command) => {
    for (const name of ['lift.json', 'lift.ssp', 'SystemStructure.ssd', 'OspSystemStructure.xml']) {
      const { code, err } = await fmuHere([command, name], folder);
      expect(code).toBe(1);
      expect(err).toContain(`${command} ${name}: expected an FMU, got a system (by its file name).`);
    }
  });
});
