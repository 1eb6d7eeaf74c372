import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { SystemFile } from '../../master/system/system.ts';
import { column, largestDifference, last, type Outcome } from '../../papers/claim-outcome.ts';
import { papers } from '../../papers/claims/index.ts';
import { holds, near, type Paper } from '../../papers/paper-claim.ts';
import { Lab } from '../../papers/paper-runs.ts';
import { nameOf, select, study } from '../../papers/paper-study.ts';
import { main } from '../../papers/papers-main.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { type Finished, root } from '../run-fmu.ts';

/** Array with the size of the joystick's table. Values after `count` have no meaning. */
const padded = (...values: number[]): number[] => [...values, ...Array(32 - values.length).fill(0)];

/**
 * A folder like that of the sources, with one unit and one system: the joystick's signal over 1 s.
 */
const folder = temporaryFolder('papers');
beforeAll(() => {
  for (const name of ['systems', 'dist']) mkdirSync(join(folder, name));
  for (const unit of ['joystick', 'cylinder-friction'])
    copyFileSync(join(root, `dist/${unit}.fmu`), join(folder, `dist/${unit}.fmu`));
  const system: SystemFile = {
    name: 'signal',
    units: {
      joystick: {
        fmu: '../dist/joystick.fmu',
        parameters: { times: padded(0, 1), values: padded(0, 2), count: 2 },
      },
    },
    algorithm: { scheme: 'jacobi', step: 0.1 },
    stopTime: 1,
  };
  writeFileSync(join(folder, 'systems/signal.json'), JSON.stringify(system));
});

/** Runs a function in a lab, and returns the number of computed and of cached runs. */
async function inLab<T>(
  action: (lab: Lab) => Promise<T>,
  home = folder,
): Promise<{ value: T; fresh: number; cached: number }> {
  let runs = { fresh: 0, cached: 0 };
  const lab = new Lab({
    root: home,
    cache: join(home, 'results/papers'),
    onRun: (count) => (runs = { ...count }),
  });
  try {
    return { value: await action(lab), ...runs };
  } finally {
    await lab.dispose();
  }
}

/** Runs the command as `npm run papers -- …` does. */
function command(args: string[]): Finished {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'bin/papers.mjs'), ...args], {
    encoding: 'utf8',
  });
  return { code: status, out: stdout, err: stderr };
}

/** Returns the output of the command, called in this process. Its exit code must be 0. */
async function printed(args: string[]): Promise<string> {
  const written: string[] = [];
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    written.push(String(text));
    return true;
  });
  try {
    await main(args);
  } finally {
    write.mockRestore();
  }
  expect(process.exitCode ?? 0).toBe(0);
  return written.join('');
}

const shorter = (stopTime: number) => (system: SystemFile) => {
  system.stopTime = stopTime;
};

describe('the lab', () => {
  it('runs a variant once, caches it, and reuses it', async () => {
    const first = await inLab((lab) =>
      Promise.all([lab.run('signal'), lab.run('signal'), lab.run('signal', shorter(0.5))]),
    );
    expect([first.fresh, first.cached]).toEqual([2, 0]);
    expect(last(column(first.value[0], 'joystick.U_ref'))).toBe(2);
    expect(last(column(first.value[2], 'joystick.U_ref'))).toBe(1);
    const again = await inLab((lab) => Promise.all([lab.run('signal'), lab.run('signal', shorter(0.3))]));
    expect([again.fresh, again.cached]).toEqual([1, 1]);
    expect(again.value[0]).toEqual(first.value[0]);
  });

  it('a unit with other bytes is another run', async () => {
    await inLab((lab) => lab.run('signal', shorter(0.8)));
    const file = join(folder, 'dist/joystick.fmu');
    const bytes = readFileSync(file);
    // A host ignores the comment at the end of a zip.
    writeFileSync(file, Buffer.concat([bytes.subarray(0, -2), Buffer.from([1, 0, 0x21])]));
    const other = await inLab((lab) => lab.run('signal', shorter(0.8)));
    writeFileSync(file, bytes);
    const back = await inLab((lab) => lab.run('signal', shorter(0.8)));
    expect([other.fresh, back.fresh, back.cached]).toEqual([1, 0, 1]);
  });

  it('deletes unused outcomes on request', async () => {
    await inLab((lab) => Promise.all([lab.run('signal', shorter(0.2)), lab.run('signal', shorter(0.4))]));
    await inLab(async (lab) => {
      await lab.run('signal', shorter(0.4));
      lab.prune();
    });
    const after = await inLab((lab) =>
      Promise.all([lab.run('signal', shorter(0.2)), lab.run('signal', shorter(0.4))]),
    );
    expect([after.fresh, after.cached]).toEqual([1, 1]);
  });

  it('builds only a unit that is missing or older than its source', async () => {
    const home = temporaryFolder('fresh');
    cpSync(join(root, 'units/joystick'), join(home, 'units/joystick'), { recursive: true });
    cpSync(join(root, 'units/numerics'), join(home, 'units/numerics'), { recursive: true });
    cpSync(join(folder, 'systems'), join(home, 'systems'), { recursive: true });
    const archive = join(home, 'dist/joystick.fmu');
    const built = async (): Promise<number> => {
      await inLab((lab) => lab.run('signal'), home);
      return statSync(archive).mtimeMs;
    };
    const first = await built();
    expect(await built()).toBe(first);
    const later = new Date(first + 2000);
    utimesSync(join(home, 'units/numerics/piecewise-linear.ts'), later, later);
    expect(await built()).toBeGreaterThan(first);
  });

  it('a run that ends early is a cached outcome like any other', async () => {
    const badly = (system: SystemFile): void => {
      system.units.friction = { fmu: '../dist/cylinder-friction.fmu', parameters: { F_s: 100 } };
    };
    const { value, fresh } = await inLab((lab) => lab.run('signal', badly));
    expect(fresh).toBe(1);
    expect(value.failure).toContain('F_s [N] is less than F_c [N]');
    expect((await inLab((lab) => lab.run('signal', badly))).cached).toBe(1);
  });

  it('a missing or invalid system ends the study', async () => {
    await expect(inLab((lab) => lab.run('signals'))).rejects.toThrow(
      /papers: .*signals\.json is missing\. Name a system in systems\/\./,
    );
    const wrong = (system: SystemFile): void => {
      system.units.joystick.parameters = { tines: 1 };
    };
    await expect(inLab((lab) => lab.run('signal', wrong))).rejects.toThrow(/tines/);
  });
});

describe('verdicts', () => {
  it('a number is reproduced within its share, a statement if it holds in all cases', () => {
    expect([near(101, 100, 0.01), near(101.1, 100, 0.01), near(-99.5, -100, 0.01)]).toEqual([
      'reproduced',
      'not reproduced',
      'reproduced',
    ]);
    expect(holds('x', [true, true], 'why').verdict).toBe('reproduced');
    expect(holds('x', [true, false])).toEqual({ ours: 'x', verdict: 'trend only', why: 'in 1 of 2 cases' });
    expect(holds('x', [false, false], 'why')).toEqual({ ours: 'x', verdict: 'not reproduced', why: 'why' });
  });

  it('recordings with different steps are compared at their common times', () => {
    const outcome = (times: number[], values: number[]): Outcome =>
      ({
        result: {
          columns: [
            { name: 'time', unit: 's', data: Float64Array.from(times) },
            { name: 'y', unit: '1', data: Float64Array.from(values) },
          ],
        },
      }) as Outcome;
    const fine = outcome([0, 0.1, 0.1 + 0.2, 0.4], [0, 5, 2, 3]);
    expect(largestDifference(fine, outcome([0, 0.3], [0.5, 4]), ['y'])).toBe(2);
  });
});

describe('the claims', () => {
  it('claims have unique names, a place, a statement and a published value', () => {
    const all = select(papers, []);
    expect(new Set(all.map(({ paper, claim }) => nameOf(paper, claim))).size).toBe(all.length);
    for (const { claim } of all)
      for (const text of [claim.name, claim.where, claim.statement, claim.published])
        expect(text.length).toBeGreaterThan(0);
  });

  it('claims are selected by the beginning of their names', () => {
    const claim = { where: '', statement: '', published: '', check: async () => holds('', [true]) };
    const samplePapers: Paper[] = ['rahikainen2020', 'jaiswal2021a'].map((key) => ({
      key,
      citation: key,
      claims: [
        { ...claim, name: 'work' },
        { ...claim, name: 'energy' },
      ],
    }));
    const names = (only: string[]): string[] =>
      select(samplePapers, only).map((c) => nameOf(c.paper, c.claim));
    expect(names(['jaiswal2021a'])).toEqual(['jaiswal2021a/work', 'jaiswal2021a/energy']);
    expect(names(['rahikainen2020/e', 'jaiswal2021a/w'])).toEqual([
      'rahikainen2020/energy',
      'jaiswal2021a/work',
    ]);
    expect(names([])).toHaveLength(4);
  });

  it('an error of one claim ends the study, and findings keep the order of the claims', async () => {
    const claim = { where: '', statement: '', published: '' };
    let endSlow = (): void => {};
    const fastEnded = new Promise<void>((resolve) => (endSlow = resolve));
    const slow = async () => fastEnded.then(() => holds('slow', [true]));
    const fast = async () => {
      endSlow();
      return holds('fast', [true]);
    };
    const paper: Paper = {
      key: 'rahikainen2020',
      citation: '',
      claims: [
        { ...claim, name: 'slow', check: slow },
        { ...claim, name: 'fast', check: fast },
      ],
    };
    const { value } = await inLab((lab) => study(lab, select([paper], [])));
    expect(value.map((c) => c.finding.ours)).toEqual(['slow', 'fast']);
    const broken = { ...claim, name: 'broken', check: () => Promise.reject(new Error('no unit')) };
    await expect(inLab((lab) => study(lab, [{ paper, claim: broken }]))).rejects.toThrow('no unit');
  });
});

describe('npm run papers', () => {
  it('checks claims with runs of the sealed units, and prints statement, published value, our value and verdict as JSON', async () => {
    const out = await printed([
      '--only',
      'rahikainen2020/dampers',
      '--only',
      'rahikainen2020/index-1-loses',
      '--json',
    ]);
    const findings = JSON.parse(out) as { name: string; verdict: string; ours: string }[];
    expect(findings.map((f) => f.name)).toEqual([
      'rahikainen2020/dampers',
      'rahikainen2020/index-1-loses-energy',
    ]);
    expect(findings.map((f) => f.verdict)).toEqual(['reproduced', 'reproduced']);
    expect(findings[1].ours).toMatch(/^ALI1 -1\.79 J at 1 ms/);
  });

  it('reproduces the published works of the mechanisms within 1 and 0.5 %, and their static force', async () => {
    const names = [
      'jaiswal2021a/initial-force',
      'jaiswal2021a/work',
      'jaiswal2021b/work',
      'jaiswal2021b/initial-force',
    ];
    const out = await printed([...names.flatMap((name) => ['--only', name]), '--json']);
    const findings = JSON.parse(out) as { name: string; verdict: string; ours: string }[];
    const verdicts = Object.fromEntries(findings.map((f) => [f.name, f.verdict]));
    expect(verdicts).toEqual({
      'jaiswal2021a/initial-force': 'reproduced',
      'jaiswal2021a/work-four-bar': 'reproduced',
      'jaiswal2021a/work-quick-return': 'reproduced',
      'jaiswal2021b/initial-force': 'not reproduced',
      'jaiswal2021b/work': 'reproduced',
      'jaiswal2021b/work-order': 'trend only',
    });
    expect(findings.find((f) => f.name === 'jaiswal2021b/initial-force')?.ours).toMatch(/^-386\.005 N/);
  });

  it('prints equal results for people, with counts', () => {
    const { code, out } = command(['--only', 'rahikainen2020/dampers']);
    expect(code).toBe(0);
    expect(out).toMatch(/paper +Fig\. 8\n +ours +s from 0\.4538 to 0\.7453 m.*\n +verdict +reproduced/);
    expect(out).toContain('1 claim: 1 reproduced, 0 trend only, 0 not reproduced.');
  });

  it('an unknown claim name ends with code 1 and a list of names', async () => {
    const written: string[] = [];
    const write = vi
      .spyOn(process.stderr, 'write')
      .mockImplementation((text) => written.push(String(text)) > 0);
    try {
      await main(['--only', 'rahikainen2002']);
    } finally {
      write.mockRestore();
    }
    expect(process.exitCode).toBe(1);
    process.exitCode = undefined;
    expect(written.join('')).toContain(
      "no claim's name begins with rahikainen2002. Choose from rahikainen2020, jaiswal2021a, jaiswal2021b",
    );
  });
});
