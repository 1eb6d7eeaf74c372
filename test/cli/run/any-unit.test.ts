import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openArchive } from '../../../fmu-sdk/archive/open-archive.ts';
import { zip } from '../../../fmu-sdk/archive/write-zip.ts';
import { simulate } from '../../../master/run/simulate.ts';
import { loadSystem } from '../../../master/system/load-system.ts';
import { singleSystem } from '../../../master/system/single/single-fmu.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { fmu, root } from '../../run-fmu.ts';

const joystick = join(root, 'dist/joystick.fmu');
const folder = temporaryFolder('any');

/** Builds the joystick with another description. */
async function described(name: string, change: (text: string) => string): Promise<string> {
  const archive = await openArchive(joystick);
  const files = new Map<string, string | Uint8Array>();
  for (const path of archive.paths) files.set(path, await archive.bytes(path));
  files.set('modelDescription.xml', change(await archive.text('modelDescription.xml')));
  const file = join(folder, name);
  writeFileSync(file, await zip(files));
  return file;
}

const short = { stopTime: 0.2, step: 0.1 };

describe('unusual file names of FMUs', () => {
  it.each([
    ['0001_ECS_HW.fmu', '0001_ECS_HW'],
    ['_x.fmu', '_x'],
    ['__proto__.fmu', '__proto__'],
    ['1.fmu', '_1'],
    ['-x.fmu', '_-x'],
    ['.fmu', '_'],
    ['Größe (2) 部品.fmu', 'Gr__e__2____'],
    ['a.b.FMU', 'a_b'],
    [`${'x'.repeat(200)}.fmu`, 'x'.repeat(200)],
  ])('the file name %s gives the unit name %s', async (file, name) => {
    copyFileSync(joystick, join(folder, file));
    const system = await singleSystem(join(folder, file), short);
    expect([system.name, system.units.map((unit) => unit.name)]).toEqual([name, [name]]);
    expect((await simulate(system)).outcome).toBe('finished');
  });

  it('a system accepts unit names that begin with a digit or _', async () => {
    const file = join(folder, '0002_system.json');
    const units = { '0001_x': { fmu: '0001_ECS_HW.fmu' }, _y: { fmu: '_x.fmu' }, '2.b': { fmu: '1.fmu' } };
    const system = {
      name: '_0002',
      units,
      algorithm: { scheme: 'jacobi', step: 0.1 },
      stopTime: 0.2,
      record: { variables: ['2.b.U_ref', '0001_x.U_ref', '_y.U_ref'] },
    };
    copyFileSync(joystick, join(folder, '0001_ECS_HW.fmu'));
    writeFileSync(file, JSON.stringify(system));
    const { columns } = await simulate(await loadSystem(file), { collect: true });
    expect(columns.map(({ name }) => name).slice(1)).toEqual(['2.b.U_ref', '0001_x.U_ref', '_y.U_ref']);
    // Objects list numeric names in the order of their numbers.
    writeFileSync(file, JSON.stringify({ ...system, units: { 12: units._y } }));
    await expect(loadSystem(file)).rejects.toThrow('/units: the name "12": expected a match of');
  });
});

describe('the times of a single FMU', () => {
  it.each([
    ['startTime="20"', { stopTime: 0.1 }, /stop time: expected a time after the start time 20 s, got 0\.1 s/],
    ['startTime="0" stopTime="1" stepSize="0"', {}, 0.001],
    ['startTime="0" stopTime="1" stepSize="NaN"', {}, 0.001],
    ['startTime="0" stopTime="1" stepSize="INF"', {}, 0.001],
    ['startTime="0" stopTime="1" stepSize="0.25"', {}, 0.25],
  ])(
    'the default experiment %s gives the times of a single FMU as far as they are valid',
    async (experiment, options, expected) => {
      const file = await described('times.fmu', (text) =>
        text.replace(/<DefaultExperiment [^>]*>/, `<DefaultExperiment ${experiment}/>`),
      );
      const system = singleSystem(file, options);
      if (expected instanceof RegExp) await expect(system).rejects.toThrow(expected);
      else expect((await system).step).toBeCloseTo(expected, 12);
    },
  );
});

describe('an FMU without outputs', () => {
  it('an FMU without outputs records its numeric local variables that are not clocked', async () => {
    const file = await described('local.fmu', (text) =>
      text.replace('causality="output"', 'causality="local"'),
    );
    const finished = fmu(['run', file, '--stop-time', '0.01', '-o', 'local.csv'], folder);
    expect(finished.err).toContain(
      'fmu: note: the FMU lacks outputs, so its local variables (1) are recorded.',
    );
    expect(readFileSync(join(folder, 'local.csv'), 'utf8')).toMatch(/^time,U_ref\r\n0,0\r\n0\.001,/);
    const system = await singleSystem(file, { ...short, record: [] });
    expect(system.record.columns).toEqual([]);
    const outputs = await singleSystem(joystick, short);
    expect(outputs.record.columns.map(({ variable }) => variable.name)).toEqual(['U_ref']);
  });

  it('an FMU without outputs and local variables records only the time, with a note', async () => {
    const file = await described('none.fmu', (text) =>
      text.replace('causality="output"', 'causality="calculatedParameter"'),
    );
    const finished = fmu(['run', file, '--stop-time', '0.002', '-o', 'none.csv'], folder);
    expect([finished.code, finished.err]).toEqual([
      0,
      expect.stringContaining('the results contain only the time'),
    ]);
    expect(readFileSync(join(folder, 'none.csv'), 'utf8')).toBe('time\r\n0\r\n0.001\r\n0.002\r\n');
    const silent = fmu(['run', file, '--stop-time', '0.002', '--no-record'], folder);
    expect(silent.err).not.toContain('nothing to record');
  });
});
