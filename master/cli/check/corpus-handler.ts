import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { argv } from 'node:process';
import { findFmus } from '../../../fmu-sdk/check/corpus/find-fmus.ts';
import type { Score } from '../../../fmu-sdk/check/corpus/fmu-score.ts';
import { scoreOf } from '../../../fmu-sdk/check/corpus/judge-fmu.ts';
import { scoresOf } from '../../../fmu-sdk/check/corpus/run-corpus.ts';
import { SavedScores } from '../../../fmu-sdk/check/corpus/saved-scores.ts';
import { type Board, boardOf, type ExporterRow } from '../../../fmu-sdk/check/corpus/scoreboard.ts';
import { csvOf } from '../../../fmu-sdk/check/corpus/scoreboard-csv.ts';
import type { FailOn } from '../../../fmu-sdk/check/severity.ts';
import { writeAtomically } from '../../../fmu-sdk/util/files/atomic-write.ts';
import { requireDistinctPaths } from '../../../fmu-sdk/util/files/distinct-paths.ts';
import { packageVersion } from '../../../fmu-sdk/util/package-files.ts';
import { printableJson } from '../../../fmu-sdk/util/printable.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import { formatBytes, print, printError, table } from '../command.ts';
import { exitCode } from '../exit/exit-codes.ts';
import { filesRead } from './files-read.ts';
import { checkOptionsOf } from './judging-options.ts';
import type { CheckOptions } from './options.ts';

/** Default CPU time for the check of one FMU [s]. */
const defaultFmuSeconds = 120;

/** Task of a child process: the check of one FMU. */
interface CheckTask {
  folder: string;
  unit: string;
  options: CheckOptions;
}

/** Runs `fmu check --corpus`: checks every FMU below a folder, each in its own process. */
export async function runCorpus(options: CheckOptions): Promise<void> {
  const {
    corpus: folder = '',
    json,
    csv,
    jobs = availableParallelism(),
    timeout = defaultFmuSeconds,
  } = options;
  if (options.files.length > 0)
    throw new UserError(
      `check --corpus ${folder}: expected no other file, got ${options.files[0]}. Name a folder, or files without --corpus.`,
    );
  if (!Number.isInteger(jobs) || jobs < 1)
    throw new UserError(`check --corpus ${folder}: --jobs must be a whole number from 1, got ${jobs}.`);
  const units = findFmus(folder);
  const read = [...units.map((unit) => join(folder, unit)), ...filesRead(options)];
  requireDistinctPaths(`check --corpus ${folder}: write`, json, read);
  requireDistinctPaths(`check --corpus ${folder}: write`, csv, json === undefined ? read : [...read, json]);
  const { rules, ...rest } = checkOptionsOf({ ...options, timeout });
  const judgedBy = [packageVersion(), folder, ...rules.map(({ id }) => id), JSON.stringify(rest)].join(' ');
  const savedScores = json === undefined ? undefined : new SavedScores(json, judgedBy);
  const scores = await scoresOf(folder, units, {
    jobs,
    saved: savedScores,
    program: argv[1],
    arguments: ['check', '--corpus-child'],
    // The check usually ends itself earlier.
    seconds: 2 * timeout,
    taskOf: (unit): CheckTask => ({ folder, unit, options: { ...options, timeout } }),
    onScore: progress(),
  });
  const board = boardOf(scores);
  if (json !== undefined) writeAtomically(json, jsonOf(board, scores));
  if (csv !== undefined) writeAtomically(csv, csvOf(scores));
  savedScores?.remove();
  print(tableOf(board, scores));
  const failOn: readonly FailOn[] = ['violation', ...(options.failOn ?? [])];
  process.exitCode = scores.some((score) => fails(score, failOn)) ? exitCode.findings : exitCode.done;
}

/** Returns true if `fmu check` of this FMU would fail or did not finish. */
function fails({ accusations, unchecked, ended }: Score, failOn: readonly FailOn[]): boolean {
  if (ended !== undefined || accusations.some((accusation) => failOn.includes(accusation.class))) return true;
  return unchecked === true && failOn.includes('skip');
}

/** Runs in a child process: waits for its task, answers with a score, and ends. */
export async function runCorpusChild(): Promise<void> {
  if (process.send === undefined) throw new UserError('check: --corpus-child is internal. Use --corpus.');
  // The parent process has ended.
  process.on('disconnect', () => process.exit(1));
  const task = await new Promise<CheckTask>((resolve) => {
    process.once('message', (message) => resolve((message as { task: CheckTask }).task));
  });
  const score = await scoreOf(task.folder, task.unit, checkOptionsOf(task.options));
  process.send(score, undefined, {}, () => process.exit(0));
}

function progress(): (done: number, all: number, judged: number) => void {
  const begin = performance.now();
  let last = begin;
  return (done, all, judged) => {
    const now = performance.now();
    if (done < all && now - last < 10_000) return;
    last = now;
    const remaining = ((now - begin) / judged) * (all - done);
    printError(`${done} of ${all} FMUs, ${minutes(now - begin)}, ${minutes(remaining)} left`);
  };
}

function minutes(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

function jsonOf(board: Board, scores: readonly Score[]): string {
  return `${printableJson(JSON.stringify({ ...board, units: scores }, undefined, 2))}\n`;
}

/** Number of rules of one severity that a terminal shows, most findings first. */
const maxRules = 25;

function tableOf(board: Board, scores: readonly Score[]): string {
  const rows = [...board.exporters, board.total].map((row) => cells(row));
  const head = [
    'exporter',
    'units',
    'run',
    'clean',
    'violations',
    'robustness',
    'advice',
    'skipped',
    'CPU',
    'most',
  ];
  const parts = [table([[...head, 'memory'], ...rows], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10])];
  for (const ruleClass of ['violation', 'robustness', 'advice'] as const) {
    const rules = board.rules.filter((row) => row.class === ruleClass);
    if (rules.length === 0) continue;
    const ruleRows = rules.slice(0, maxRules).map((row) => [
      row.rule,
      String(row.units),
      String(row.findings),
      Object.entries(row.exporters)
        .sort(([, a], [, b]) => b - a)
        .map(([exporter, units]) => `${exporter} ${units}`)
        .join(', '),
    ]);
    const more = rules.length > maxRules ? `\n… and ${rules.length - maxRules} more` : '';
    parts.push(table([[ruleClass, 'units', 'findings', 'of'], ...ruleRows], [1, 2]) + more);
  }
  const ended = scores.flatMap(({ unit, ended }) => (ended === undefined ? [] : [[unit, ended]]));
  if (ended.length > 0) parts.push(table([['not checked to the end', 'why'], ...ended]));
  return parts.join('\n\n');
}

function cells(row: ExporterRow): string[] {
  const { accusations, rules, cpuSeconds, memoryBytes } = row;
  return [
    row.exporter,
    String(row.units),
    String(row.run),
    String(row.clean),
    String(accusations.violation),
    String(accusations.robustness),
    String(accusations.advice),
    String(rules.skipped),
    `${cpuSeconds.median.toFixed(1)} s`,
    `${cpuSeconds.most.toFixed(1)} s`,
    formatBytes(memoryBytes.most),
  ];
}
