import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { script } from '../../master/cli/script.ts';
import { type Course, course, lines, verdicts } from './flat-trend.ts';
import { ensureUnits, manyChecks, manyRuns, oneLongRun } from './soak-parts.ts';

const sizes = {
  quick: { steps: 100_000, runs: 60, checks: 5 },
  full: { steps: 10_000_000, runs: 5000, checks: 200 },
} as const;

/** `npm run soak`. Exit code 0: all is flat. 1: something grows, or an error. 2: wrong usage. */
export async function main(argv: readonly string[]): Promise<void> {
  const options = await script(
    'soak',
    argv,
    '$0 [--quick]\n\nRun for a long time, and measure that nothing grows: memory, descriptors, threads, processes, temporary files.',
  )
    .option('quick', {
      type: 'boolean',
      default: false,
      describe: 'run a hundredth of it: seconds instead of an hour',
    })
    .option('steps', { type: 'number', describe: 'steps of one coupled run' })
    .option('runs', { type: 'number', describe: 'runs of sealed, native and component units in turn' })
    .option('checks', { type: 'number', describe: 'conformance checks' })
    .example('npm run soak', 'all of it: 10 000 000 steps, 5000 runs, 200 checks')
    .example('$0 --steps 0 --checks 0 --runs 1000', 'a thousand runs alone')
    .parseAsync();
  const size = { ...(options.quick ? sizes.quick : sizes.full) };
  const { steps = size.steps, runs = size.runs, checks = size.checks } = options;
  try {
    await ensureUnits();
    const flat = await soak(steps, runs, checks, (text) => process.stdout.write(`${text}\n`));
    process.stdout.write(flat ? 'flat\n' : 'NOT FLAT\n');
    if (!flat) process.exitCode = 1;
  } catch (error) {
    process.stderr.write(`${(error as Error).stack}\n`);
    process.exitCode = 1;
  }
}

/**
 * Runs the three parts one after the other, with a separate folder for temporary files. Returns
 * whether all are flat.
 */
async function soak(
  steps: number,
  runs: number,
  checks: number,
  print: (text: string) => void,
): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'fmukit-soak-'));
  const [temporaryFolder, work] = ['passing', 'work'].map((name) => join(folder, name));
  mkdirSync(temporaryFolder);
  mkdirSync(work);
  const before = process.env.TMPDIR;
  process.env.TMPDIR = temporaryFolder;
  const pieces = Math.min(100, steps);
  let flat = true;
  const show = (of: Course): void => {
    print([of.name, ...lines(of)].join('\n'));
    flat &&= verdicts(of).every((verdict) => verdict.flat);
  };
  try {
    if (steps > 0)
      show(
        await course(
          `${steps} steps of one coupled run`,
          pieces,
          await oneLongRun(steps, pieces),
          Math.ceil(steps / pieces),
        ),
      );
    if (runs > 0)
      show(await course(`${runs} runs, sealed, native and component in turn`, runs, await manyRuns(work)));
    if (checks > 0) {
      await manyRuns(work);
      show(await course(`${checks} checks`, checks, await manyChecks(work)));
    }
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    rmSync(folder, { recursive: true, force: true });
  }
  return flat;
}
