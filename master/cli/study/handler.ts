import { singleLine } from '../../../fmu-sdk/util/printable.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import type { RunEnding } from '../../study/execution/run-outcome.ts';
import type { SensitivityIndices } from '../../study/metrics/sensitivity-indices.ts';
import { runStudy, type StudyResult } from '../../study/run-study.ts';
import type { StudyProgress } from '../../study/study-progress.ts';
import { print, printError, table, text } from '../command.ts';
import { exitCode } from '../exit/exit-codes.ts';
import { onSignals } from '../exit/signals.ts';
import { refuseOtherThanPages } from '../run/run-report.ts';
import type { StudyArguments } from './options.ts';
import { repeatOne } from './repeat-one.ts';
import { writeStudyReport } from './study-report.ts';

/** Endings that count as failures of a study. Divergence does not, as a study may look for it. */
const failedEndings: readonly RunEnding[] = ['refused', 'failed', 'stopped'];

/** Number of best runs that a summary shows. */
const mostOptima = 8;

/** Runs a study with progress, and prints a summary. */
export async function studyFile(args: StudyArguments): Promise<void> {
  const { file, output, workers, queue, json, report, repeat } = args;
  if (report !== undefined) refuseOtherThanPages('study --report', report);
  if (repeat !== undefined) return await repeatOne(file, repeat, json, report);
  if (workers !== undefined && !(Number.isInteger(workers) && workers >= 1 && workers <= 1024))
    throw new UserError(`study ${file}: --workers must be a number from 1 to 1024, got ${workers}.`);
  const abort = new AbortController();
  const progress = await showRuns();
  let code = 0;
  const stop = onSignals(
    (end) => {
      code = end;
      abort.abort();
    },
    (end) => process.exit(end),
  );
  try {
    const result = await runStudy(file, {
      output,
      workers,
      queue,
      signal: abort.signal,
      onProgress: progress.update,
    });
    progress.stop();
    const table = result.files.find((written) => written.endsWith('.csv'));
    if (report !== undefined && table !== undefined) {
      await writeStudyReport(table, report, file);
      result.files.push(report);
    }
    for (const words of result.notes) printError(text`fmu: note: ${words}.`);
    if (json) print(JSON.stringify(result, undefined, 2));
    else print(summary(result));
    if (result.outcome === 'interrupted') process.exitCode = code;
    else if (
      result.reasons.finished !== undefined ||
      failedEndings.some((ending) => result.endings[ending] !== undefined)
    )
      process.exitCode = exitCode.findings;
  } finally {
    progress.stop();
    stop();
  }
}

function summary(result: StudyResult): string {
  const { name, outcome, runs, before, endings, verdicts, reasons, files, indices, wallSeconds } = result;
  if (outcome === 'interrupted')
    return text`${name}: interrupted after ${wallSeconds.toFixed(1)} s. The completed runs are saved. Use the same command to continue.`;
  const earlierText = before === 0 ? '' : `, ${before} of them from earlier`;
  const rows = [
    ['study', name],
    ['runs', `${runs}${earlierText}`],
    ...Object.entries(endings).map(([ending, count]) => [`  ${ending}`, String(count)]),
    ...Object.entries(verdicts).map(([word, count], k) => [k === 0 ? 'verdicts' : '', `${word}: ${count}`]),
    ...result.optima.slice(0, mostOptima).map(optimumRow),
    ['wall time', `${wallSeconds.toFixed(2)} s`],
    ...files.map((file, i) => [i === 0 ? 'results' : '', file]),
  ];
  const whys = Object.entries(reasons).map(
    ([ending, reason]) => `first ${ending === 'finished' ? 'warning' : ending}: ${singleLine(reason)}`,
  );
  return [table(rows), ...whys, ...indices.map(indicesText)].join('\n\n');
}

/** Returns the row of a best run. If the bands do not tell other runs from it, the row says so. */
function optimumRow(optimum: StudyResult['optima'][number]): string[] {
  const { metric, best, run, value, unit: unitOfMeasure, error = 0, within = 0, factors = {} } = optimum;
  const unit = unitOfMeasure === undefined ? '' : text` ${unitOfMeasure}`;
  const others = within === 1 ? 'one other run' : `${within} other runs`;
  const label = text`${best} ${metric}`;
  if (error === 0)
    return [
      label,
      `run ${run}: ${short(value, 6)}${unit}${factorsText(factors)}${within === 0 ? '' : `, equal in ${others}`}`,
    ];
  const mark =
    within === 0 ? '' : `, not certain: ${others} lie${within === 1 ? 's' : ''} within the error bands`;
  return [label, `run ${run}: ${short(value, 6)} ±${short(error, 2)}${unit}${factorsText(factors)}${mark}`];
}

/** Factors that a best run names. */
const mostFactors = 3;

function factorsText(factors: NonNullable<StudyResult['optima'][number]['factors']>): string {
  const entries = Object.entries(factors);
  const named = entries.slice(0, mostFactors).map(([name, value]) => {
    const shown = typeof value === 'number' ? short(value, 6) : [value].flat().join(',');
    return text`${name} = ${shown}`;
  });
  return ` (${[...named, ...(entries.length > mostFactors ? ['…'] : [])].join(', ')})`;
}

/** Returns a number with a power of ten where that is much shorter: 1.2e9, not 1200000000. */
function short(x: number, digits: number): string {
  const rounded = Number(x.toPrecision(digits));
  const [plain, power] = [String(rounded), rounded.toExponential().replace('e+', 'e')];
  return power.length + 2 < plain.length ? power : plain;
}

function indicesText({ metric, points, used, factors }: SensitivityIndices): string {
  const number = (value: number): string => (Number.isFinite(value) ? value.toFixed(4) : '–');
  const rows = factors.map(({ name, first, firstWithin, total, totalWithin }) => [
    name,
    number(first),
    `± ${number(firstWithin)}`,
    number(total),
    `± ${number(totalWithin)}`,
  ]);
  const title = text`Sobol indices of ${metric} (${used} of ${points} points, 95 %)`;
  return `${title}\n${table([['factor', 'first', '', 'total', ''], ...rows], [1, 2, 3, 4])}`;
}

/** Shows a bar on a terminal, elsewhere a line for every tenth of the study. */
async function showRuns(): Promise<{ update(progress: StudyProgress): void; stop(): void }> {
  if (process.stderr.isTTY) {
    const { SingleBar } = await import('../terminal/progress-bar.ts');
    const bar = new SingleBar({
      format: '{bar} {percentage} %  {value} of {total} runs  {words}',
      clearOnComplete: true,
      hideCursor: true,
    });
    let begun = false;
    return {
      update: (progress) => {
        if (!begun) bar.start(progress.count, progress.done, { words: words(progress) });
        begun = true;
        bar.update(progress.done, { words: words(progress) });
      },
      stop: () => bar.stop(),
    };
  }
  let tenths: number | undefined;
  return {
    update: (progress) => {
      const { done, count } = progress;
      const now = Math.floor((10 * done) / count);
      // Earlier results need no progress line.
      if (tenths !== undefined && now > tenths)
        printError(`${10 * now} %  ${done} of ${count} runs  ${words(progress)}`);
      tenths = now;
    },
    stop: () => {},
  };
}

function words({ pace, remainingSeconds }: StudyProgress): string {
  if (remainingSeconds === undefined) return '';
  return `${pace < 10 ? pace.toPrecision(2) : Math.round(pace)} runs/s  ${formatDuration(remainingSeconds)} left`;
}

/** Formats a time: `75` → `1 min 15 s`. */
function formatDuration(seconds: number): string {
  if (seconds < 60) return `${Math.ceil(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
