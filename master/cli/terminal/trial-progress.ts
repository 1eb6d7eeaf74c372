import { printError, printOverBar } from './terminal.ts';

/** Interval of progress lines without a terminal [ms]. A user waits at most two seconds for one. */
const interval = 1500;

/**
 * Shows the present trial, on a terminal in one line, elsewhere every other second. `share` is the
 * completed share, 0 … 1. With a time budget [s] it shows the used share of the budget, and the rest
 * of it as an upper limit of the remaining time.
 */
export async function showTrials(budget?: number): Promise<{
  update(share: number, label: string, step: number): void;
  answer(answer: { label: string; step: number; error: number }): void;
  stop(): void;
}> {
  const begin = performance.now();
  const what = (label: string, step: number): string => `${label}, H = ${Number(step.toPrecision(4))} s`;
  const answerText = ({ label, step, error }: { label: string; step: number; error: number }): string =>
    `so far: ${what(label, step)}, error ${error.toPrecision(2)}`;
  if (process.stderr.isTTY) {
    const { SingleBar } = await import('./progress-bar.ts');
    const bar = new SingleBar({
      format: '{bar} {percentage} %  {left} left  {what}',
      clearOnComplete: true,
      hideCursor: true,
    });
    bar.start(1000, 0, { what: '', left: '–' });
    return {
      update: (share, label, step) =>
        bar.update(Math.round(1000 * shownShare(share, begin, budget)), {
          what: what(label, step),
          left: remainingTime(share, begin, performance.now(), budget) ?? '–',
        }),
      answer: (answer) => printOverBar(answerText(answer)),
      stop: () => bar.stop(),
    };
  }
  let last = begin;
  return {
    update: (share, label, step) => {
      if (performance.now() - last < interval) return;
      last = performance.now();
      const remaining = remainingTime(share, begin, performance.now(), budget);
      printError(
        `${(100 * shownShare(share, begin, budget)).toFixed(0)} %  ${remaining === undefined ? '' : `${remaining} left  `}${what(label, step)}`,
      );
    },
    answer: (answer) => printError(answerText(answer)),
    stop: () => {},
  };
}

/** Below this share, most time went into opening FMUs and does not predict the rest. */
const leastShare = 0.05;

/**
 * Estimates the remaining time from the progress since `begin`, or returns undefined if it is too
 * early. With a time budget [s], returns the rest of the budget as an upper limit: the work of a
 * search is not known before.
 */
export function remainingTime(
  share: number,
  begin: number,
  now: number = performance.now(),
  budget?: number,
): string | undefined {
  const rest = budget === undefined ? Number.NaN : budget - (now - begin) / 1000;
  if (budget !== undefined) return rest > 0 ? `at most ${durationText(rest)}` : undefined;
  if (!(share >= leastShare)) return undefined;
  const seconds = ((now - begin) / 1000) * (1 / share - 1);
  return durationText(seconds);
}

/**
 * Returns the share to show: of the time budget [s] if there is one, because the work of a search
 * is not known before, otherwise of the work.
 */
function shownShare(share: number, begin: number, budget: number | undefined): number {
  return budget === undefined ? share : Math.min(1, (performance.now() - begin) / 1000 / budget);
}

const durationText = (seconds: number): string =>
  seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`;
