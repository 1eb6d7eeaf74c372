import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { fault, makeUnit, noCompiler } from '../../fixtures/c/make.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { fmu, root } from '../../run-fmu.ts';
import { spread } from '../../width.ts';

const folder = temporaryFolder('command');

describe.skipIf(noCompiler !== undefined)('fmu run with native FMUs', () => {
  beforeAll(async () => {
    for (const fmi of [2, 3] as const) writeFileSync(join(folder, `fixture${fmi}.fmu`), await makeUnit(fmi));
  });

  it.each(spread([2, 3], 1))('fmu run runs an FMI %i.0 FMU isolated and trusted, with equal bytes', (fmi) => {
    const csv = ['isolated', 'trusted'].map((way) => {
      const out = join(folder, `${way}${fmi}.csv`);
      const trust = way === 'trusted' ? ['--trust'] : [];
      const unit = join(folder, `fixture${fmi}.fmu`);
      const { code, err } = fmu(['run', unit, '--set', 'u=0.25', '--output', out, ...trust]);
      expect([code, code === 0 ? '' : err]).toEqual([0, '']);
      return readFileSync(out, 'utf8').split('\r\n');
    });
    expect(csv[0]).toEqual(csv[1]);
    expect(csv[0].slice(0, 3)).toEqual(['time,y', expect.stringMatching(/^0,/), '0.1,0.6']);
  });

  it('fmu run reports a crash with exit code 1, the FMU, the call, and the saved rows', () => {
    const out = join(folder, 'crash.csv');
    const unit = join(folder, 'fixture3.fmu');
    const { code, err } = fmu(['run', unit, '--set', `fault=${fault.segmentation}`, '--output', out]);
    expect(code).toBe(1);
    expect(err).toMatch(/fixture3\.fmu: the FMU crashed in doStep with SIGSEGV/);
    expect(err).toContain(`The rows up to then are in ${join(folder, 'crash.partial.csv')}.`);
  });

  it.each([
    [
      'an isolated FMU is ended',
      [],
      1,
      /fixture2\.fmu: doStep computed for 0\.4 s of CPU time without returning/,
    ],
    [
      'a trusted FMU ends with the program',
      ['--trust'],
      null,
      /step a: at t = 0 s the unit computed for 0\.5 s of CPU time without returning/,
    ],
  ])('fmu run reports endless computation, %s', (_, options, ended, message) => {
    const system = {
      name: 'hang',
      units: { a: { fmu: 'fixture2.fmu', parameters: { fault: fault.hangs } } },
      connections: [],
      algorithm: { scheme: 'jacobi', step: 0.1 },
      limits: { stepSeconds: 0.5, wallSeconds: 1200 },
      stopTime: 1,
    };
    const file = join(folder, 'hang.json');
    writeFileSync(file, JSON.stringify(system));
    const { code, err } = fmu(['run', file, '--output', join(folder, 'hang.csv'), ...options], root);
    expect(code).toBe(ended);
    expect(err).toMatch(message);
  });
});
