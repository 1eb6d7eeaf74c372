import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { campaign, chunk, type Finding } from './campaign.ts';
import { judge } from './judge.ts';
import { randomCase } from './random.ts';
import { kindOf, shrink } from './shrink.ts';

const help = `npm run semantics -- [--seed 1] [--cases 1000] [--from 0] [--threads 1] [--again]
npm run semantics -- --seed 1 --case 4711
npm run semantics -- --native [--seed 1] [--cases 1000] [--from 0]
npm run semantics -- --written [--seed 1] [--cases 1000] [--from 0]
npm run semantics -- --coupled [--seed 1] [--cases 1000] [--from 0]
npm run semantics -- --scheduled [--seed 1] [--cases 1000] [--from 0]
npm run semantics -- --hybrid [--seed 1] [--cases 1000] [--from 0]
npm run semantics -- --mutants [--only REGEX]
`;

/** State of a campaign on the disk, so that it can continue. */
interface Progress {
  done: number[];
  dropped: number;
  findings: Finding[];
}

/** Runs the command `npm run semantics`. */
export async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      seed: { type: 'string', default: '1' },
      cases: { type: 'string', default: '1000' },
      from: { type: 'string', default: '0' },
      threads: { type: 'string', default: '1' },
      case: { type: 'string' },
      again: { type: 'boolean', default: false },
      mutants: { type: 'boolean', default: false },
      native: { type: 'boolean', default: false },
      written: { type: 'boolean', default: false },
      coupled: { type: 'boolean', default: false },
      hybrid: { type: 'boolean', default: false },
      scheduled: { type: 'boolean', default: false },
      only: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  const seed = Number(values.seed);
  if (values.help) process.stdout.write(help);
  else if (values.mutants) {
    const { runMutants } = await import('./mutants/run.ts');
    process.exitCode = (await runMutants(values.only)) ? 0 : 1;
  } else if (values.native || values.written || values.coupled || values.hybrid || values.scheduled) {
    const [from, cases] = [values.from, values.cases].map(Number);
    const others = await import('./other-cases.ts');
    const run = values.native
      ? others.runNativeCases
      : values.written
        ? others.runWrittenCases
        : values.coupled
          ? others.runCoupledCases
          : values.hybrid
            ? others.runHybridCases
            : others.runScheduledCases;
    const faults = await run(seed, from, from + cases);
    process.stdout.write(`${faults.length} differences\n${faults.join('\n')}\n`);
    if (faults.length > 0) process.exitCode = 1;
  } else if (values.case !== undefined) showCase(seed, Number(values.case));
  else {
    const [from, cases, threads] = [values.from, values.cases, values.threads].map(Number);
    await runCases(seed, from, from + cases, threads, values.again);
  }
}

function showCase(seed: number, number: number): void {
  const posed = randomCase(seed, number);
  const { fault, dropped } = judge(posed);
  if (fault === undefined) process.stdout.write(`case ${number}: ${dropped ?? 'equal'}\n`);
  else {
    const small = shrink(posed, fault);
    const { fault: less } = judge(small);
    process.stdout.write(`case ${number}: ${fault}\nminimized: ${less}\n${JSON.stringify(small)}\n`);
    process.exitCode = 1;
  }
}

async function runCases(seed: number, from: number, to: number, threads: number, again: boolean) {
  const file = fileURLToPath(new URL(`../../results/semantics-${seed}.json`, import.meta.url));
  const progress = again ? empty() : read(file);
  const known = new Set(progress.findings.map(({ fault }) => kindOf(fault)));
  let done = 0;
  for (let first = from; first < to; ) {
    while (first < to && progress.done.includes(first)) first += chunk;
    let last = first;
    while (last < to && !progress.done.includes(last)) last += chunk;
    if (first >= to) break;
    await campaign({
      ...{ seed, from: first, to: Math.min(last, to), threads, minimize: true },
      onFinding(finding) {
        progress.findings.push(finding);
        if (!known.has(kindOf(finding.fault))) report(seed, finding);
        known.add(kindOf(finding.fault));
      },
      onChunk(start, count, dropped) {
        if (count === chunk) progress.done.push(start);
        progress.dropped += dropped;
        done += count;
        mkdirSync(new URL('.', `file://${file}`), { recursive: true });
        writeFileSync(file, JSON.stringify(progress));
        process.stderr.write(`seed ${seed}: ${done} cases, ${progress.findings.length} differences\n`);
      },
    });
    first = last;
  }
  process.stdout.write(
    `seed ${seed}: cases ${from} to ${to - 1}, ${progress.dropped} not well posed, ` +
      `${progress.findings.length} differences of ${known.size} kinds\n`,
  );
  if (progress.findings.length > 0) process.exitCode = 1;
}

function report(seed: number, { number, fault, posed }: Finding): void {
  process.stdout.write(
    `case ${number}: ${fault}\n  npm run semantics -- --seed ${seed} --case ${number}\n` +
      `${posed === undefined ? '' : `  ${JSON.stringify(posed)}\n`}`,
  );
}

const empty = (): Progress => ({ done: [], dropped: 0, findings: [] });

function read(file: string): Progress {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return empty();
  }
}
