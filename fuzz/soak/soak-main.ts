import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { script } from '../../master/cli/script.ts';
import { type Course, course, lines, verdicts } from './flat-trend.ts';
import {
  ensureUnits,
  manyBuilds,
  manyChecks,
  manyRuns,
  manyRunsOfOneRunner,
  manyStudies,
  manyViews,
  oneLongRun,
} from './soak-parts.ts';
import { manyChanges, manyPageRuns } from './soak-programs.ts';

/** Repetitions of each part: with `--quick`, and otherwise. */
const sizes = {
  steps: { quick: 100_000, full: 10_000_000, describe: 'steps of one coupled run' },
  runs: { quick: 60, full: 5000, describe: 'runs of sealed, native and component units in turn' },
  checks: { quick: 5, full: 200, describe: 'conformance checks' },
  reused: { quick: 60, full: 1000, describe: 'runs of one SystemRunner' },
  views: { quick: 20, full: 1000, describe: 'live runs with their server' },
  studies: { quick: 20, full: 1000, describe: 'studies that one worker of a queue computes' },
  pages: { quick: 60, full: 1000, describe: 'runs of the worker of a page' },
  changes: { quick: 20, full: 1000, describe: 'changes of a watched file' },
  builds: { quick: 5, full: 200, describe: 'builds of a unit whose source changes' },
} as const;

type Part = keyof typeof sizes;
const parts = Object.keys(sizes) as Part[];

/** `npm run soak`. Exit code 0: all is flat. 1: something grows, or an error. 2: wrong usage. */
export async function main(argv: readonly string[]): Promise<void> {
  const options = (await script(
    'soak',
    argv,
    '$0 [--quick]\n\nRun for a long time, and measure that nothing grows: memory, descriptors, threads, processes, temporary files.',
  )
    .option('quick', {
      type: 'boolean',
      default: false,
      describe: 'run a hundredth of it: seconds instead of an hour',
    })
    .options(
      Object.fromEntries(parts.map((part) => [part, { type: 'number', describe: sizes[part].describe }])),
    )
    .option('only', { type: 'string', choices: parts, describe: 'one part' })
    .example('npm run soak', 'all of it: 10 000 000 steps, 5000 runs, 200 checks')
    .example('$0 --only runs --runs 1000', 'a thousand runs alone')
    .parseAsync()) as unknown as Partial<Record<Part, number>> & { quick: boolean; only?: Part };
  const timesOf = (part: Part): number =>
    options[part] ??
    (options.only !== undefined && options.only !== part ? 0 : sizes[part][options.quick ? 'quick' : 'full']);
  const times = Object.fromEntries(parts.map((part) => [part, timesOf(part)])) as Record<Part, number>;
  try {
    await ensureUnits();
    const flat = await soak(times, (text) => process.stdout.write(`${text}\n`));
    process.stdout.write(flat ? 'flat\n' : 'NOT FLAT\n');
    if (!flat) process.exitCode = 1;
  } catch (error) {
    process.stderr.write(`${(error as Error).stack}\n`);
    process.exitCode = 1;
  }
}

/**
 * Runs the parts one after the other, with a separate folder for temporary files. Returns whether
 * all are flat.
 */
async function soak(times: Record<Part, number>, print: (text: string) => void): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'fmukit-soak-'));
  const [temporaryFolder, work] = ['passing', 'work'].map((name) => join(folder, name));
  mkdirSync(temporaryFolder);
  mkdirSync(work);
  const before = process.env.TMPDIR;
  process.env.TMPDIR = temporaryFolder;
  let flat = true;
  try {
    for (const part of parts) {
      if (times[part] === 0) continue;
      const of = await courses[part](times[part], work);
      print([of.name, ...lines(of)].join('\n'));
      flat &&= verdicts(of).every((verdict) => verdict.flat);
    }
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    rmSync(folder, { recursive: true, force: true });
  }
  return flat;
}

/** The course of each part, for a number of repetitions, with a folder for its files. */
const courses: Readonly<Record<Part, (times: number, work: string) => Promise<Course>>> = {
  steps: async (steps) => {
    const pieces = Math.min(100, steps);
    const each = Math.ceil(steps / pieces);
    return course(`${steps} steps of one coupled run`, pieces, await oneLongRun(steps, pieces), each);
  },
  runs: async (runs, work) =>
    course(`${runs} runs, sealed, native and component in turn`, runs, await manyRuns(work)),
  checks: async (checks, work) => {
    await manyRuns(work);
    return course(`${checks} checks`, checks, await manyChecks(work));
  },
  reused: async (runs, work) =>
    course(`${runs} runs of one SystemRunner`, runs, await manyRunsOfOneRunner(work, runs)),
  views: async (views) => course(`${views} live runs with their server`, views, await manyViews()),
  studies: async (studies, work) =>
    course(`${studies} studies of one worker`, studies, await manyStudies(work)),
  pages: async (runs) => course(`${runs} runs of the worker of a page`, runs, await manyPageRuns(runs)),
  changes: async (changes, work) =>
    course(`${changes} changes of a watched file`, changes, await manyChanges(work, changes)),
  builds: async (builds, work) =>
    course(`${builds} builds of a changed unit`, builds, await manyBuilds(work)),
};
