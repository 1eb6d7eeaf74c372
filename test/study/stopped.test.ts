import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { beforeAll, expect, it } from 'vitest';
import { buildUnit } from '../../fmu-sdk/build/build-unit.ts';
import { cell } from '../../master/coupling/activity.ts';
import type { StudyFile } from '../../master/study/plan/study-file.ts';
import { runStudy } from '../../master/study/run-study.ts';
import { runCell } from '../../master/study/threads/study-protocol.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { circle, makeLag } from '../seams/support/lag.ts';

const folder = temporaryFolder('stopped');
beforeAll(async () => {
  await makeLag(folder);
  const source = join(folder, 'lag/unit.ts');
  const begin = 'this.inputsAt(t + h);';
  const text = readFileSync(source, 'utf8');
  expect(text).toContain(begin);
  // With the time constant 9 s a step never ends. With 8 s the unit fails.
  const more = "while (this.T == 9.0) this.y += 1.0;\n    if (this.T == 8.0) fail('it is eight');\n    ";
  writeFileSync(
    source,
    text
      .replace(begin, more + begin)
      .replace('import { LagVariables }', "import { fail } from 'fmukit/author';\nimport { LagVariables }"),
  );
  await buildUnit(join(folder, 'lag'), folder);
  // CPU time detects an endless computation, however busy the machine is.
  const limits = { stepSeconds: 0.5, wallSeconds: 1000 };
  writeFileSync(join(folder, 'circle.json'), JSON.stringify({ ...circle(), limits }));
});

it('the number of a run has a cell of its own', () => {
  expect(Object.values(cell)).not.toContain(runCell);
});

it('an FMU that never returns or gives up affects only its own run', async () => {
  const values = [1, 9, 2, 8, 3, 9, 8, 4];
  const study: StudyFile = {
    name: 'stopped',
    system: 'circle.json',
    vary: [{ set: 'a.T', values }],
    metrics: { y: { final: 'a.y' } },
  };
  const file = join(folder, 'stopped.json');
  const output = join(folder, 'results/stopped');
  writeFileSync(file, JSON.stringify(study));
  const { endings, runs } = await runStudy(file, { output, workers: 2 });
  expect(runs).toBe(values.length);
  expect(endings).toEqual({ finished: 4, failed: 2, stopped: 2 });
  const rows = parse(readFileSync(`${output}.csv`), { columns: true }) as Record<string, string>[];
  const ending = { 9: 'stopped', 8: 'failed' } as Record<number, string>;
  expect(rows.map((row) => row.ending)).toEqual(values.map((T) => ending[T] ?? 'finished'));
  expect(rows[1].message).toMatch(/an FMU computed for 0.5 s of CPU time without returning/);
  expect(rows[3].message).toMatch(/step a: the FMU stopped at t = 0 s: it is eight/);
  // Runs after a unit that failed are unaffected by it.
  writeFileSync(file, JSON.stringify({ ...study, vary: [{ set: 'a.T', values: [1, 2, 3, 4] }] }));
  await runStudy(file, { output: join(folder, 'results/alone'), workers: 1 });
  const alone = parse(readFileSync(join(folder, 'results/alone.csv')), { columns: true }) as Record<
    string,
    string
  >[];
  expect(rows.filter((row) => row.ending === 'finished').map(({ y }) => y)).toEqual(alone.map(({ y }) => y));
});
