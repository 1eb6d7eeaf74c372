import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { argv } from 'node:process';
import { findFmus } from '../../../fmu-sdk/check/corpus/find-fmus.ts';
import type { Score } from '../../../fmu-sdk/check/corpus/fmu-score.ts';
import {
  comparedOf,
  equalsReferences,
  type InterfaceScore,
} from '../../../fmu-sdk/check/corpus/interface-score.ts';
import { scoreOf } from '../../../fmu-sdk/check/corpus/judge-fmu.ts';
import { scoresOf } from '../../../fmu-sdk/check/corpus/run-corpus.ts';
import { SavedScores } from '../../../fmu-sdk/check/corpus/saved-scores.ts';
import { type Board, boardOf } from '../../../fmu-sdk/check/corpus/scoreboard.ts';
import { csvOf } from '../../../fmu-sdk/check/corpus/scoreboard-csv.ts';
import type { FailOn } from '../../../fmu-sdk/check/severity.ts';
import { writeAtomically } from '../../../fmu-sdk/util/files/atomic-write.ts';
import { requireDistinctPaths } from '../../../fmu-sdk/util/files/distinct-paths.ts';
import { packageVersion } from '../../../fmu-sdk/util/package-files.ts';
import { printableJson } from '../../../fmu-sdk/util/printable.ts';
import { messageOf, UserError } from '../../../fmu-sdk/util/user-error.ts';
import { print, printError } from '../command.ts';
import { exitCode } from '../exit/exit-codes.ts';
import { permissionsOf } from '../input/permission-options.ts';
import { policyOf } from '../input/signature-options.ts';
import { corpusTables } from './corpus-tables.ts';
import { checkOptionsOf, filesRead } from './judging-options.ts';
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
    output,
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
  requireDistinctPaths(`check --corpus ${folder}: write`, csv, defined(...read, json));
  requireDistinctPaths(`check --corpus ${folder}: write`, output, defined(...read, json, csv));
  const { rules, ...rest } = checkOptionsOf({ ...options, timeout });
  const judgedBy = [packageVersion(), folder, ...rules.map(({ id }) => id), JSON.stringify(rest)].join(' ');
  const savedScores = json === undefined ? undefined : new SavedScores(json, judgedBy);
  const scores = await scoresOf(folder, units, {
    jobs,
    saved: savedScores,
    program: argv[1],
    arguments: ['check', '--corpus-child'],
    // The check and each run usually end themselves earlier.
    seconds: 4 * timeout,
    taskOf: (unit): CheckTask => ({ folder, unit, options: { ...options, timeout } }),
    onScore: progress(),
  });
  const board = boardOf(scores);
  if (json !== undefined) writeAtomically(json, jsonOf(board, scores));
  if (csv !== undefined) writeAtomically(csv, csvOf(scores));
  savedScores?.remove();
  const tables = corpusTables(board, scores);
  if (output === undefined) print(tables);
  else writeAtomically(output, `${tables}\n`);
  const failOn: readonly FailOn[] = ['violation', ...(options.failOn ?? [])];
  process.exitCode = scores.some((score) => fails(score, failOn)) ? exitCode.findings : exitCode.done;
}

const defined = (...paths: (string | undefined)[]): string[] => paths.filter((path) => path !== undefined);

/**
 * Returns true if `fmu check` of this FMU would fail or did not finish, or if an interface differs
 * from its reference.
 */
function fails(score: Score, failOn: readonly FailOn[]): boolean {
  const { accusations, unchecked, ended, interfaces = [], notRun } = score;
  if (ended !== undefined || accusations.some((accusation) => failOn.includes(accusation.severity)))
    return true;
  if (interfaces.some((each) => comparedOf(each).length > 0 && !equalsReferences(each))) return true;
  const isUntried = ({ ran, references }: InterfaceScore): boolean =>
    !ran || references.some(({ why }) => why !== undefined);
  const notTried = unchecked === true || notRun !== undefined || interfaces.some(isUntried);
  return notTried && failOn.includes('skip');
}

/** Runs in a child process: waits for its task, answers with a score, and ends. */
export async function runCorpusChild(): Promise<void> {
  if (process.send === undefined) throw new UserError('check: --corpus-child is internal. Use --corpus.');
  // The parent process has ended.
  const end = (): never => process.exit(1);
  process.on('disconnect', end);
  try {
    const score = await scoreOfTask();
    process.send(score, undefined, {}, () => process.exit(0));
  } catch (error) {
    // With its channel open, the process would not end.
    process.off('disconnect', end);
    process.disconnect();
    throw error;
  }
}

async function scoreOfTask(): Promise<Score> {
  const task = await new Promise<CheckTask>((resolve) => {
    process.once('message', (message) => resolve((message as { task: CheckTask }).task));
  });
  const { folder, unit, options } = task;
  const score = await scoreOf(folder, unit, checkOptionsOf(options));
  if (score.ended === undefined && !options.static) await addRuns(folder, unit, score, options);
  return score;
}

/** Runs the interfaces of an FMU. Sends the score so far before each run, in case a run never ends. */
async function addRuns(folder: string, unit: string, score: Score, options: CheckOptions): Promise<void> {
  const { interfaceScores } = await import('../../corpus/interface-scores.ts');
  score.interfaces = [];
  const send = (): unknown => process.send?.({ ...score, ended: 'a run of an interface did not end' });
  send();
  try {
    const { relative, keyRing } = options;
    const allow = permissionsOf('check', options.allow);
    const signed = { requireSignature: policyOf(options.requireSignature), keyRing };
    for await (const each of interfaceScores(folder, unit, { relative, allow, ...signed })) {
      score.interfaces.push(each);
      send();
    }
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    score.notRun = messageOf(error);
  }
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
