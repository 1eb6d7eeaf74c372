import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commands } from '../../master/cli/commands.ts';
import { declarationOf } from '../../master/cli/option-declaration.ts';
import { commandFor, optionFor, optionForValue } from '../../master/cli/usage/other-names.ts';
import { inSeconds } from '../../master/cli/usage/seconds.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { fmuHere } from '../fmu-here.ts';
import { root } from '../run-fmu.ts';

const folder = temporaryFolder('names');
const run = (...args: string[]): ReturnType<typeof fmuHere> => fmuHere(args, folder);

describe('the command line understands what people know from other tools', () => {
  it.each([
    ['simulate', 'fmu run'],
    ['info', 'fmu inspect'],
    ['validate', 'fmu check'],
    ['couple', 'fmu run'],
    ['results', 'fmu report'],
    ['car.fmu', 'fmu run car.fmu'],
  ])('fmu %s suggests %s', async (word, command) => {
    const { code, err } = await run(word, 'x.fmu');
    expect([code, err]).toEqual([2, expect.stringContaining(`Did you mean "${command}"?`)]);
  });

  it('options of other tools suggest the options of fmukit', async () => {
    expect((await run('run', 'x.fmu', '--step-size', '1')).err).toContain('Did you mean --step?');
    expect((await run('run', 'x.fmu', '--stepSize', '1')).err).toContain('Did you mean --step?');
    expect((await run('run', 'x.fmu', '--start-values', 'a=1')).err).toContain('Did you mean --set?');
  });

  it('a page as format leads to the option that writes one', async () => {
    const { code, err } = await run('check', 'x.fmu', '--format', 'html');
    expect(code).toBe(2);
    expect(err).toMatch(/expected one of .*, got "html"\. Use --report FILE\./);
    expect((await run('check', 'x.fmu', '--format', 'jsn')).err).toContain('Did you mean json?');
  });

  it('a file without its ending leads to the file', async () => {
    writeFileSync(join(folder, 'chain.json'), '{}');
    expect((await run('run', 'chain')).err).toContain('Did you mean chain.json?');
    expect((await run('run', 'chian')).err).toContain('Give the path of a readable file.');
  });

  it('a study that would replace its own file names the file', async () => {
    const system = join(root, 'dist/joystick.fmu');
    const study = { name: 's', system, vary: [{ set: 'stopTime', values: [0.1] }] };
    writeFileSync(join(folder, 'us.json'), JSON.stringify(study));
    const { err } = await run('study', 'us.json', '-o', 'us');
    expect(err).toContain('this would replace us.json, which is an input here');
  });

  it('every suggestion exists, and no other name is a name of fmukit', () => {
    const names = commands.map((command) => declarationOf(command).name);
    expect(names).toContain(commandFor('simulate'));
    for (const name of names) expect(commandFor(name)).toBeUndefined();
    const options = declarationOf(commands[0]).options.map(({ name }) => name);
    expect(optionForValue('html')).toBe('report');
    expect(options).toContain(optionFor('dt'));
    for (const name of options) expect(optionFor(name)).toBeUndefined();
  });

  it('times have units of measure, and their digits stay exact', () => {
    expect(['5s', '200ms', '0.1 [ms]', '1e-3s', '2min', '1.5h', '300us', '-7ns'].map(inSeconds)).toEqual([
      '5',
      '0.2',
      '0.0001',
      '0.001',
      '120',
      '5400',
      '0.0003',
      '-7e-9',
    ]);
    expect(['5', 'x', '5 m', '0x10s', 's'].map(inSeconds)).toEqual(['5', 'x', '5 m', '0x10s', 's']);
  });

  it('an option in seconds takes a unit of measure, others do not', async () => {
    expect((await run('run', 'x.fmu', '--stop-time', '5s', '--step=200ms')).err).toMatch(/^fmu: .*ENOENT/);
    expect((await run('run', 'x.fmu', '--tolerance', '1s')).err).toContain('expected a number without');
  });

  it('fmu run of a folder says what to do with it', async () => {
    mkdirSync(join(folder, 'unit'));
    expect((await run('run', 'unit')).err).toContain('expected a system or an FMU, got a folder.');
    writeFileSync(join(folder, 'unit/car.fmu'), '');
    expect((await run('run', 'unit')).err).toContain(`fmu run ${join('unit', 'car.fmu')}`);
    writeFileSync(join(folder, 'unit/unit.json'), '{}');
    expect((await run('run', 'unit')).err).toContain('fmu build unit, then fmu run dist/unit.fmu');
  });
});
