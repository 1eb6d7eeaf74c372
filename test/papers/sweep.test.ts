import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { readStudyFile } from '../../master/study/plan/study-file.ts';
import { having, one, type Point, reach } from '../../papers/claims/crane/crane-sweep.ts';
import { Lab } from '../../papers/paper-runs.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { root } from '../run-fmu.ts';

const folder = temporaryFolder('sweep');
beforeAll(() => {
  for (const name of ['systems', 'dist', 'papers/studies'])
    mkdirSync(join(folder, name), { recursive: true });
  copyFileSync(join(root, 'dist/joystick.fmu'), join(folder, 'dist/joystick.fmu'));
  const system = {
    name: 'signal',
    units: { joystick: { fmu: '../dist/joystick.fmu' } },
    algorithm: { scheme: 'jacobi', step: 0.1 },
    stopTime: 2,
  };
  writeFileSync(join(folder, 'systems/signal.json'), JSON.stringify(system));
  const study = {
    name: 'signals',
    system: '../../systems/signal.json',
    vary: [{ set: 'stopTime', values: [0.5, 2] }],
    metrics: { U: { final: 'joystick.U_ref' } },
  };
  writeFileSync(join(folder, 'papers/studies/signals.json'), JSON.stringify(study));
});

describe('a sweep of the lab', () => {
  it('the sweep is a study that runs once, is reused by the next lab, and is counted', async () => {
    const counts: { fresh: number; cached: number }[] = [];
    const of = (): Lab =>
      new Lab({ root: folder, cache: join(folder, 'results'), onRun: (count) => counts.push({ ...count }) });
    for (const lab of [of(), of()]) {
      const [rows, again] = await Promise.all([lab.sweep('signals'), lab.sweep('signals')]);
      expect(rows.map(({ U }) => U)).toEqual(['0', '10']);
      expect(again).toBe(rows);
      await lab.dispose();
    }
    expect(counts).toContainEqual({ fresh: 2, cached: 0 });
    expect(counts.at(-1)).toEqual({ fresh: 0, cached: 2 });
  });
});

describe('the shipped sweeps', () => {
  it('the sweeps have at least 500 runs of both cranes: every coupling, formulation, input and integrator', () => {
    const files = readdirSync(join(root, 'papers/studies'));
    const counts = files.map((file) => {
      const { vary } = readStudyFile(join(root, 'papers/studies', file)).value;
      return vary.reduce((n, { values, variants }) => n * (values ?? Object.keys(variants ?? {})).length, 1);
    });
    expect(files.length).toBe(4);
    expect(counts.reduce((sum, n) => sum + n, 0)).toBeGreaterThanOrEqual(500);
  });
});

describe('the largest stable step', () => {
  const point = (H: number, stable: boolean): Point =>
    ({ H, stable, coupling: 'force', formulation: 'ALI1' }) as Point;

  it('the largest stable step has only stable steps below it', () => {
    const all = [point(0.004, true), point(0.001, true), point(0.002, true), point(0.003, false)];
    expect(reach(all, { coupling: 'force' })).toBe(2);
    expect(reach([point(0.001, false), point(0.002, true)], {})).toBe(0);
    expect(reach([point(0.001, true)], {})).toBe(1);
    expect(having(all, {}).map(({ H }) => H)).toEqual([0.001, 0.002, 0.003, 0.004]);
    expect(() => one(all, { formulation: 'ALI1' })).toThrow('the sweep has 4 runs of');
  });
});
