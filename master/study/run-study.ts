import { availableParallelism } from 'node:os';
import { dirname, relative } from 'node:path';
import { writeAtomically } from '../../fmu-sdk/util/files/atomic-write.ts';
import { requireDistinctPaths } from '../../fmu-sdk/util/files/distinct-paths.ts';
import { makeFolder } from '../../fmu-sdk/util/files/make-folder.ts';
import { requirePath } from '../../fmu-sdk/util/files/require-path.ts';
import { type OptionTable, requireOptions } from '../../fmu-sdk/util/require-options.ts';
import { callUserCallback } from '../../fmu-sdk/util/user-code.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import type { VerdictWord } from '../verdict/verdict.ts';
import { workOf } from './estimated-steps.ts';
import type { RunEnding } from './execution/run-outcome.ts';
import { type Entry, lineOf } from './journal-entry.ts';
import { KeptRows, type StudyRow } from './kept-rows.ts';
import { type SensitivityIndices, sensitivityOf, sensitivityTable } from './metrics/sensitivity-indices.ts';
import { unitsOfStudy } from './metrics/study-units.ts';
import type { StudyFile } from './plan/study-file.ts';
import { configuration, hasBands, type Plan, readPlan } from './plan/study-plan.ts';
import { writeStudyFile } from './plan/written-study.ts';
import { StudyEntries } from './study-entries.ts';
import { Journal } from './study-journal.ts';
import { type BestRun, StudyOptima, type StudyOptimum, withBest } from './study-optima.ts';
import { Estimate, type StudyProgress } from './study-progress.ts';
import { MetricTypes, resultTable, type Table, timesTable } from './study-results.ts';
import { boundsOf, stoppedEntry } from './threads/stopped-entry.ts';
import { Pool, type PoolOptions } from './threads/thread-pool.ts';
import { writeCsv, writeParquet } from './write-table.ts';

/** Options of a study, all with defaults. */
export interface StudyOptions {
  /** Result files without their ending: `<output>.csv`, `.parquet`, … Default: `results/<name>`. */
  output?: string | undefined;
  /** Number of threads. Default: number of processors. */
  workers?: number | undefined;
  /**
   * Redis address whose workers (`fmu worker`) compute, instead of threads here:
   * `redis://host:6379`.
   */
  queue?: string | undefined;
  /**
   * Ends the study after the present runs. Completed runs are saved, and the next start continues
   * there.
   */
  signal?: AbortSignal | undefined;
  /** Called at intervals. */
  onProgress?: ((progress: StudyProgress) => void) | undefined;
}

const studyKinds: OptionTable<StudyOptions> = {
  output: 'path',
  workers: 'number',
  queue: 'text',
  signal: 'signal',
  onProgress: 'function',
};

/** Result of a study. */
export interface StudyResult {
  name: string;
  outcome: 'finished' | 'interrupted';
  /** Number of runs, how many an earlier start computed, and the endings of all. */
  runs: number;
  before: number;
  endings: Partial<Record<RunEnding, number>>;
  /** Number of runs by the word of their verdict. */
  verdicts: Partial<Record<VerdictWord, number>>;
  /** Message of the first run of each ending other than `finished`. */
  reasons: Partial<Record<RunEnding, string>>;
  /** Written files. */
  files: string[];
  /** Sentences for the user, without a full stop. */
  notes: readonly string[];
  /** Sensitivity indices of every metric, if the sample of the study supports them. */
  indices: SensitivityIndices[];
  /**
   * Best runs by each metric that differs from run to run. `within` counts the other runs of equal
   * value, or that the error bands do not tell from it.
   */
  optima: StudyOptimum[];
  wallSeconds: number;
  /**
   * The result table: an object for each run with its number, factors, verdict and metrics. Empty
   * after an interruption.
   *
   * @throws UserError for tables above 64 MB, which only the files hold
   */
  readonly rows: readonly StudyRow[];
  /**
   * Returns the row of the best run by a metric, `smallest` (default) or `largest`. Without a name it
   * takes the first metric that differs from run to run.
   *
   * @throws UserError for an unknown metric, and if no metric differs
   */
  best: BestRun;
}

/**
 * Runs a study and writes its results as tables. Every run is computed once, also after
 * interruptions. A study always gives the same bytes, with any number of threads or interruptions.
 * `study` is a file or its content, which is written to `<output>.study.json`.
 *
 * @example
 * const onProgress: StudyOptions['onProgress'] = ({ done, count }) => console.log(done, 'of', count);
 * const { files, rows } = await runStudy('study.json', { onProgress });
 * for (const { run, verdict, message } of rows) console.log(run, verdict, message);
 * const vary = [{ set: 'second.T', from: 1, to: 3 }];
 * const study = await runStudy({ name: 'lag', system: 'chain.json', vary, metrics: { mean: { mean: 'second.y' } } });
 * console.log(study.best('mean'), study.best('mean', 'largest'));
 */
export async function runStudy(study: string | StudyFile, options: StudyOptions = {}): Promise<StudyResult> {
  if (typeof study === 'string') requirePath('study', study);
  requireOptions(typeof study === 'string' ? `study ${study}` : 'study', options, studyKinds);
  const file = typeof study === 'string' ? study : writeStudyFile(study, options.output);
  const begin = performance.now();
  const plan = await readPlan(file);
  const { workers } = options;
  if (workers !== undefined && !(Number.isInteger(workers) && workers > 0))
    throw new UserError(`study ${plan.study.name}: workers must be a whole number from 1, got ${workers}.`);
  const table = resultTable(plan);
  const output = options.output ?? `results/${plan.study.name}`;
  const read = [file, ...plan.bases.files];
  for (const ending of ['.csv', '.parquet', '.times.csv', '.json'])
    requireDistinctPaths('study', output + ending, read);
  const journal = new Journal(`${output}.study`, plan.metrics.length);
  try {
    const places = new Float64Array(plan.design.count).fill(-1);
    const before = findKnown(plan, journal, places);
    await compute(plan, journal, places, before, options);
    const done = places.reduce((sum, place) => sum + (place >= 0 ? 1 : 0), 0);
    const whole = done === places.length;
    const endings: StudyResult['endings'] = {};
    const reasons: StudyResult['reasons'] = {};
    const verdicts: StudyResult['verdicts'] = {};
    const look = ({ outcome: { ending, verdict, message } }: Entry): void => {
      if (verdict !== '') verdicts[verdict] = (verdicts[verdict] ?? 0) + 1;
      endings[ending] = (endings[ending] ?? 0) + 1;
      if (message !== '') reasons[ending] ??= message;
    };
    const kept = new KeptRows(plan.study.name, table.columns, places.length);
    const { files, indices, optima } = whole
      ? writeResults(
          { plan, journal, places },
          kept.collecting(table),
          output,
          look,
          await unitsOfStudy(plan),
        )
      : { files: [], indices: [], optima: [] };
    const result = kept.addTo<Omit<StudyResult, 'rows' | 'best'>>({
      name: plan.study.name,
      outcome: whole ? 'finished' : 'interrupted',
      runs: places.length,
      before,
      endings,
      verdicts,
      reasons,
      files,
      notes: plan.notes,
      indices,
      optima,
      wallSeconds: (performance.now() - begin) / 1000,
    });
    return withBest(result);
  } finally {
    journal.close();
  }
}

/** Finds the runs that an earlier start computed. Returns their number. */
function findKnown(plan: Plan, { known }: Journal, places: Float64Array): number {
  if (known.size === 0) return 0;
  let knownCount = 0;
  for (let i = 0; i < places.length; i++) {
    const place = known.get(hashOfRun(plan, i));
    if (place === undefined) continue;
    places[i] = place;
    knownCount++;
  }
  known.clear();
  return knownCount;
}

function hashOfRun(plan: Plan, i: number): string {
  try {
    return configuration(plan, i).hash;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    // Refusing it again costs nothing.
    return '';
  }
}

async function compute(
  plan: Plan,
  journal: Journal,
  places: Float64Array,
  before: number,
  { workers = availableParallelism(), queue, signal, onProgress }: StudyOptions,
): Promise<void> {
  const work = workOf(plan);
  let total = 0;
  for (let i = 0; i < places.length; i++) if (places[i] < 0) total += work(i);
  const estimate = new Estimate(places.length, before, total);
  const add = (runs: readonly number[], lines: readonly string[], isAgain = false): void => {
    const at = journal.add(lines);
    runs.forEach((run, k) => {
      places[run] = at[k];
    });
    if (isAgain) return;
    estimate.add(
      runs.length,
      runs.reduce((sum, run) => sum + work(run), 0),
    );
    callUserCallback(`study ${plan.file}`, 'onProgress', onProgress, estimate.progress);
  };
  const stopped = (run: number, message: string): void =>
    add([run], [lineOf(stoppedEntry(plan, run, message))]);
  const remainingCount = places.length - before;
  const poolOptions: PoolOptions = {
    file: plan.file,
    workers: Math.max(1, Math.min(workers, remainingCount)),
    bounds: boundsOf(plan),
    runs: missing(places),
    onLines: add,
    onStopped: stopped,
  };
  const pool = queue === undefined ? new Pool(poolOptions) : await queued(plan, journal, queue, poolOptions);
  const stop = (): void => pool.stop();
  signal?.addEventListener('abort', stop, { once: true });
  try {
    if (remainingCount > 0 && signal?.aborted !== true) await pool.run();
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}

/** Creates the pool of remote workers. Its packages are loaded only for `--queue`. */
async function queued(
  plan: Plan,
  { id }: Journal,
  url: string,
  poolOptions: PoolOptions,
): Promise<Pick<Pool, 'run' | 'stop'>> {
  const { QueuePool } = await import('./queue/queue-pool.ts');
  return new QueuePool({ ...poolOptions, plan, url, owner: id });
}

function* missing(places: Float64Array): Generator<number> {
  for (let i = 0; i < places.length; i++) if (places[i] < 0) yield i;
}

/** Completed study: its plan, and the place of each run in the journal. */
interface CompletedStudy {
  readonly plan: Plan;
  readonly journal: Journal;
  readonly places: Float64Array;
}

/** Writes all tables and passes on every run once. Returns the files and what the runs tell. */
function writeResults(
  { plan, journal, places }: CompletedStudy,
  table: Table,
  output: string,
  onEntry: (entry: Entry) => void,
  units: Readonly<Record<string, string>>,
): Pick<StudyResult, 'files' | 'indices' | 'optima'> {
  const { study, bases, version, metrics } = plan;
  makeFolder(dirname(output));
  const best = new StudyOptima(metrics, hasBands(study), units);
  const entries = new StudyEntries(journal, places);
  const columns = metrics.map(
    () => new Float64Array(study.sample?.method === 'saltelli' ? places.length : 0),
  );
  const types = new MetricTypes(metrics.length);
  let n = 0;
  const look = (entry: Entry, run: number): void => {
    onEntry(entry);
    best.look(run, entry);
    const { outcome } = entry;
    types.take(outcome.metrics);
    columns.forEach((values, k) => {
      if (values.length > 0) values[n] = Number(outcome.metrics[k] ?? Number.NaN);
    });
    n++;
  };
  const facts = { fmukit: version, study, unitsOfMeasure: units, contents: bases.contents };
  const about = JSON.stringify(facts, exact, 2);
  const beside = relative(dirname(output), plan.file).replaceAll('\\', '/');
  const files = ['.csv', '.parquet', '.times.csv', '.json'].map((ending) => output + ending);
  writeCsv(files[0], table.columns, entries.rows(table, look));
  const counted = entries.rows(table, (entry, run) => best.count(run, entry));
  writeParquet(files[1], types.in(table.columns, metrics), counted, [
    ['fmukit.study', about],
    ['fmukit.units', JSON.stringify(units)],
  ]);
  writeCsv(files[2], timesTable.columns, entries.rows(timesTable));
  writeAtomically(files[3], `${JSON.stringify({ ...facts, file: beside }, exact, 2)}\n`);
  if (study.sample?.method !== 'saltelli') return { files, indices: [], optima: withFactors(plan, best.all) };
  const indices = metrics.map(({ name }, k) =>
    sensitivityOf(
      name,
      plan.factors.map((factor) => factor.name),
      columns[k],
    ),
  );
  const { columns: titles, rows: lines } = sensitivityTable(indices);
  writeCsv(`${output}.sensitivity.csv`, titles, lines);
  return { files: [...files, `${output}.sensitivity.csv`], indices, optima: withFactors(plan, best.all) };
}

/** Returns the best runs with the values of their factors. */
function withFactors({ factors, design }: Plan, optima: readonly StudyOptimum[]): StudyOptimum[] {
  return optima.map((optimum) => {
    const levels = design.levels(optimum.run);
    return { ...optimum, factors: Object.fromEntries(factors.map(({ name }, k) => [name, levels[k].label])) };
  });
}

function exact(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}
