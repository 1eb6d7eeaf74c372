import { expect, it } from 'vitest';
import { environmentOf } from '../../../fmu-sdk/host/native/process/child-environment.ts';

it('an isolated FMU sees environment variables for programs and licences, but not for the user’s folders', () => {
  const before = { ...process.env };
  Object.assign(process.env, {
    HOME: '/home/me',
    PWD: '/work',
    OLDPWD: '/secret',
    LM_LICENSE_FILE: '27000@host',
  });
  Object.assign(process.env, { LD_LIBRARY_PATH: '/opt/lib', API_TOKEN: 'x', LC_ALL: 'C' });
  try {
    const library = '/folder/u/binaries/x86_64-linux/a.so';
    const environment = environmentOf({ folder: '/folder/u', library });
    expect(environment).toEqual(expect.arrayContaining(['LM_LICENSE_FILE=27000@host', 'LC_ALL=C']));
    expect(environment).toEqual(expect.arrayContaining(['HOME=/folder/u/work', 'TMPDIR=/folder/u/work']));
    expect(environment).toContain('LD_LIBRARY_PATH=/folder/u/binaries/x86_64-linux:/opt/lib');
    expect(environment.filter((candidate) => /^(PWD|OLDPWD|API_TOKEN|USER)=/.test(candidate))).toEqual([]);
  } finally {
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    Object.assign(process.env, before);
  }
});

it('OpenMP in an isolated FMU waits passively, unless the user chose a policy', () => {
  const before = process.env.OMP_WAIT_POLICY;
  const policies = (): string[] =>
    environmentOf({ folder: '/u', library: '/u/a.so' }).filter((line) => line.startsWith('OMP_WAIT_POLICY='));
  try {
    delete process.env.OMP_WAIT_POLICY;
    expect(policies()).toEqual(['OMP_WAIT_POLICY=passive']);
    process.env.OMP_WAIT_POLICY = 'active';
    expect(policies()).toEqual(['OMP_WAIT_POLICY=active']);
  } finally {
    delete process.env.OMP_WAIT_POLICY;
    if (before !== undefined) process.env.OMP_WAIT_POLICY = before;
  }
});
