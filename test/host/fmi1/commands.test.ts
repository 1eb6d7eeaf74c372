import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeUnit1 } from '../../fixtures/c/fmi1.ts';
import { makeUnit, noCompiler } from '../../fixtures/c/make.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { fmu } from '../../run-fmu.ts';

const folder = temporaryFolder('fmi1-commands');
const write = (name: string, content: unknown): void =>
  writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));

const system = {
  name: 'pair',
  units: { a: { fmu: 'cs.fmu' }, b: { fmu: 'me.fmu', parameters: { k: 2 } } },
  connections: [{ from: 'a.minus two x', to: 'b.u' }],
  algorithm: { scheme: 'jacobi', step: 0.05 },
  stopTime: 0.5,
};

/** Commands that take an FMU or a system, in order, with exit code and a part of what they print. */
const table: [command: string, args: string, code: number, printed: string | RegExp][] = [
  ['run', 'cs.fmu --stop-time 0.5', 0, /finished/],
  ['run', 'me.fmu --stop-time 0.5', 0, /1 continuous state, integrated by/],
  ['run', 'pair.json --max-residual 1000%', 0, /finished/],
  ['run', 'cs.fmu --stop-time 0.5 --record-calls cs.calls', 0, /finished/],
  ['run', 'cs.fmu --interface me', 1, 'expected a model exchange interface, got co-simulation'],
  ['run', 'cs.fmu --stop-time 0.5 --checkpoint 10s', 1, 'the FMU cannot serialize it'],
  ['replay', 'cs.calls', 0, 'calls of cs'],
  ['export', 'pair.json -o pair.ssp', 0, 'pair.ssp'],
  ['run', 'pair.ssp -o package.csv --max-residual 1000%', 0, /finished/],
  ['export', 'pair.json -o Osp.xml', 0, 'Osp.xml'],
  ['run', 'Osp.xml -o osp.csv --max-residual 1000%', 0, /finished/],
  ['pack', 'pair.json -o packed.fmu', 1, 'expected fmukit FMUs, but a is a third-party FMU'],
  ['build', 'cs.fmu', 1, 'this is a built FMU, but fmu build takes a unit folder'],
  ['test', 'cs.fmu', 1, 'this is a built FMU, but fmu test takes a unit folder'],
  ['lint', 'cs.fmu', 1, 'this is a built FMU, but fmu lint takes a unit folder'],
  [
    'port',
    'cs.fmu',
    1,
    'expected an FMU of FMI 2.0 or 3.0, got FMI 1.0, which does not list its source files',
  ],
  ['inspect', 'cs.fmu', 0, /FMI version +1\.0/],
  ['inspect', 'cs.fmu --json', 0, '"fmiVersion": "1.0"'],
  ['edit', 'cs.fmu --describe y=height -o edited.fmu', 1, 'FMI 1.0'],
  ['check', 'cs.fmu', 3, 'does not conform to FMI 1.0: 1 violation'],
  ['check', 'cs.fmu --edition 2.0', 3, 'FMI 1.0'],
  ['study', 'study.json', 0, /finished +2/],
  ['fit', 'fit.json', 0, /b\.k/],
  ['linearize', 'me.fmu', 0, /continuous state 1 +-1/],
  ['linearize', 'cs.fmu', 1, 'expected a model exchange interface, got co-simulation'],
  ['advise', 'pair.json --until 0.2 --work 20000', 0, 'The reference is'],
  ['compare-schemes', 'pair.json --levels 2 --only jacobi --until 0.2', 0, /jacobi, order 1/],
  ['sign', 'cs.fmu --key maker -o signed.fmu', 0, 'signed by the key'],
  ['verify', 'signed.fmu', 0, 'it contains no smoke test'],
  ['verify', 'cs.fmu', 1, 'it is not signed'],
];

/** Commands without an FMU, and those that wait: for the user, or for a queue. */
const others = ['view', 'new', 'plot', 'report', 'compare', 'worker', 'key', 'completion'];

describe.skipIf(noCompiler !== undefined)('a command with an FMU of FMI 1.0', () => {
  const home = { XDG_CONFIG_HOME: folder };

  beforeAll(async () => {
    for (const kind of ['cs', 'me'] as const)
      writeFileSync(join(folder, `${kind}.fmu`), await makeUnit1(kind));
    write('pair.json', system);
    const metrics = { end: { final: 'b.x' } };
    write('study.json', {
      name: 'two',
      system: 'pair.json',
      vary: [{ name: 'k', set: 'b.k', values: [1, 2] }],
      metrics,
    });
    write('data.csv', 'time,x\n0,1\n0.25,0.5\n0.5,0.2\n');
    const parameter = { set: 'b.k', from: 0.5, to: 8, start: 2 };
    write('fit.json', {
      name: 'f',
      system: 'pair.json',
      measured: 'data.csv',
      compare: { 'b.x': 'x' },
      fit: [parameter],
    });
    fmu(['key', 'new', 'maker'], folder, home);
  });

  it('every command is in the table, or takes no FMU', () => {
    const { out } = fmu(['--help']);
    const listed = [...out.matchAll(/^ {2}([a-z-]+) {2,}\S/gm)].map(([, name]) => name);
    const known = new Set([...table.map(([command]) => command), ...others]);
    expect(listed.filter((name) => !known.has(name))).toEqual([]);
    expect(listed.length).toBeGreaterThan(20);
  });

  it.each(table)('fmu %s %s ends with exit code %i and says so', (command, args, code, printed) => {
    const finished = fmu([command, ...args.split(' ')], folder, home);
    expect(finished.out + finished.err).toMatch(printed);
    expect(finished.code).toBe(code);
    const errors = finished.err.split('\n').filter((line) => /^fmu: (?!note)/.test(line));
    expect(errors).toHaveLength(code === 1 ? 1 : 0);
  });

  it('couples it with units of FMI 2.0 and 3.0 in every direction', async () => {
    for (const fmi of [2, 3] as const) {
      writeFileSync(join(folder, `unit${fmi}.fmu`), await makeUnit(fmi));
      const units = { a: { fmu: 'me.fmu' }, b: { fmu: `unit${fmi}.fmu` } };
      const connections = [
        { from: 'a.x', to: 'b.u' },
        { from: 'b.y', to: 'a.u' },
      ];
      write('mixed.json', { ...system, name: 'mixed', units, connections });
      for (const scheme of ['jacobi', 'iterative-gauss-seidel', 'hybrid']) {
        const given = ['--scheme', scheme, '--record', 'a.x', 'a.u', 'b.u', 'b.y', '-o', 'mixed.csv'];
        const { code, err } = fmu(['run', 'mixed.json', ...given, '--max-residual', '1000%'], folder);
        expect([err.includes('fmu: run'), code]).toEqual([false, 0]);
        const [, , ...rows] = readFileSync(join(folder, 'mixed.csv'), 'utf8').trim().split(/\r?\n/);
        for (const row of rows) {
          const [, , , u, y] = row.split(',').map(Number);
          expect([u, y].every(Number.isFinite) && u > 0).toBe(true);
        }
      }
    }
  });
});
