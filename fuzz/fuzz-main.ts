import { UserError } from '../fmu-sdk/util/user-error.ts';
import { script } from '../master/cli/script.ts';
import type { Figures, Finding, Plan } from './campaign.ts';
import { keepFound } from './fuzz-files.ts';
import { caseSeconds } from './judge-case.ts';
import { sanitize } from './sanitizers/sanitizers-main.ts';
import { targetNamed, targets } from './targets/index.ts';
import { watch } from './watch-child.ts';

interface Options {
  /** Names or files of targets. Empty for all targets. */
  _: string[];
  minutes?: number;
  cases?: number;
  seed: number;
  from: number;
  list: boolean;
  keep: boolean;
  sanitize: boolean;
}

/**
 * `npm run fuzz`. Exit code 0: no finding. 1: findings, or an error that the message explains. 2:
 * wrong usage.
 */
export async function main(argv: readonly string[]): Promise<void> {
  try {
    const options = await optionsOf(argv);
    if (options.list) {
      for (const { name, about } of targets) print(`${name.padEnd(12)} ${about}`);
      return;
    }
    if (options.sanitize) {
      if (!(await sanitize(options._.length > 0 ? options._ : undefined))) process.exitCode = 1;
      return;
    }
    // Reports an unknown name immediately, and not after the other targets.
    await Promise.all(options._.map(targetNamed));
    let findings = 0;
    const names = options._.length > 0 ? options._ : targets.map(({ name }) => name);
    for (const name of names) findings += await runTarget(planFor(name, options, names.length), options.keep);
    print(findings === 0 ? 'no finding' : `${findings} findings`);
    if (findings > 0) process.exitCode = 1;
  } catch (error) {
    const why = error instanceof UserError ? error.message : (error as Error).stack;
    process.stderr.write(`${why}\n`);
    process.exitCode = 1;
  }
}

async function optionsOf(argv: readonly string[]): Promise<Options> {
  return script(
    'fuzz',
    argv,
    '$0 [target …]\n\nRun random cases through every path into the program, or through the named targets: names of --list, or files of targets.',
    Number.POSITIVE_INFINITY,
  )
    .option('minutes', { type: 'number', describe: 'wall time of all targets together' })
    .option('cases', {
      type: 'number',
      describe: 'cases of each target. Default: 2000 without --minutes',
    })
    .option('seed', { type: 'number', default: 1, describe: 'seed of the random cases' })
    .option('from', {
      type: 'number',
      default: 0,
      describe: 'number of the first case, to continue an interrupted run',
    })
    .option('keep', { type: 'boolean', default: true, describe: 'write findings to fuzz/found' })
    .option('list', { type: 'boolean', default: false, describe: 'the targets' })
    .option('sanitize', {
      type: 'boolean',
      default: false,
      describe:
        'instead run the tests of native units, or files of tests, with address and undefined behaviour sanitizers',
    })
    .example('npm run fuzz -- --minutes 10', 'all targets, a minute each')
    .example('$0 --cases 1000000 --seed 7 zip csv', 'a number of cases of two targets')
    .check(({ minutes, cases, seed, from }) => {
      if (minutes !== undefined && !(minutes > 0)) throw new Error('--minutes takes a number above 0.');
      if (cases !== undefined && !(Number.isInteger(cases) && cases > 0))
        throw new Error('--cases takes a whole number from 1.');
      if (!Number.isSafeInteger(seed)) throw new Error('--seed takes a whole number.');
      if (!(Number.isSafeInteger(from) && from >= 0)) throw new Error('--from takes a whole number from 0.');
      return true;
    })
    .parseAsync() as unknown as Promise<Options>;
}

function planFor(target: string, { minutes, cases, seed, from }: Options, targetsAltogether: number): Plan {
  return {
    target,
    seed,
    first: from,
    cases: cases ?? (minutes === undefined ? 2000 : Number.MAX_SAFE_INTEGER),
    seconds: minutes === undefined ? 1e9 : (60 * minutes) / targetsAltogether,
    caseSeconds,
  };
}

/** Runs one target and prints a line. Number of findings. */
async function runTarget(plan: Plan, keep: boolean): Promise<number> {
  const begin = performance.now();
  const findings: Finding[] = [];
  let lastReport = begin;
  const figures = await watch(plan, {
    onFinding: (finding) => {
      findings.push(finding);
      const place =
        keep && finding.bytes.length > 0
          ? keepFound(plan.target, finding.bytes)
          : `${finding.bytes.length} bytes`;
      print(`  ${plan.target}: ${place}: ${plainLines(finding.fault)}`);
    },
    at: (n) => {
      if (performance.now() - lastReport < 10_000) return;
      lastReport = performance.now();
      const rate = (n - plan.first) / ((lastReport - begin) / 1000);
      process.stderr.write(
        `  ${plan.target}: ${n} cases, ${rate.toFixed(0)}/s, ${findings.length} findings\n`,
      );
    },
  });
  print(line(plan, figures, (performance.now() - begin) / 1000, findings.length));
  return findings.length;
}

function line(
  plan: Plan,
  { cases, accepted, formed, ways }: Figures,
  seconds: number,
  findings: number,
): string {
  return (
    `${plan.target.padEnd(12)} ${cases} cases (${(cases / seconds).toFixed(0)}/s, seed ${plan.seed}), ` +
    `${accepted} accepted, ${formed} well-formed, ${ways} ways, ${findings} findings`
  );
}

/** A fault on lines of its own, without what a terminal would take for commands. */
function plainLines(fault: string): string {
  const lines = fault.slice(0, 1000).split('\n');
  return lines.map((text) => JSON.stringify(text).slice(1, -1)).join('\n    ');
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
