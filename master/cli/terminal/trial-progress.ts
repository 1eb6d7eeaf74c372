import type { TrialProgress } from '../../advise/scheme-search.ts';
import { printError, printOverBar } from './terminal.ts';

/**
 * Interval of progress lines without a terminal [ms]. With the trial that runs then, a user waits at
 * most two seconds for one.
 */
const interval = 1000;

/** Trial that begins: its share of the work, and what the present round needs of a budget. */
type Trial = Pick<TrialProgress, 'share' | 'label' | 'step' | 'remaining' | 'leastTime'>;

/**
 * Shows the present trial, on a terminal in one line, elsewhere every second. With a time
 * budget [s] it shows the used share of the budget. It shows the remaining time only if that is
 * known within a factor of two.
 */
export async function showTrials(budget?: number): Promise<{
  update(trial: Trial): void;
  answer(answer: { label: string; step: number; error: number }): void;
  stop(): void;
}> {
  const begin = performance.now();
  const what = (label: string, step: number): string => `${label}, H = ${Number(step.toPrecision(4))} s`;
  const whatOf = ({ label, step, remaining }: Trial): string =>
    budget === undefined || remaining < 2
      ? what(label, step)
      : `${what(label, step)}, then ${remaining - 1} more`;
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
      update: (trial) => {
        const elapsed = (performance.now() - begin) / 1000;
        bar.update(Math.round(1000 * shownShare(trial, elapsed, budget)), {
          what: whatOf(trial),
          left: remainingTime(trial, elapsed, budget) ?? '–',
        });
      },
      answer: (answer) => printOverBar(answerText(answer)),
      stop: () => bar.stop(),
    };
  }
  let last = begin;
  return {
    update: (trial) => {
      if (performance.now() - last < interval) return;
      last = performance.now();
      const elapsed = (last - begin) / 1000;
      const left = remainingTime(trial, elapsed, budget);
      printError(
        `${(100 * shownShare(trial, elapsed, budget)).toFixed(0)} %  ${left === undefined ? '' : `${left} left  `}${whatOf(trial)}`,
      );
    },
    answer: (answer) => printError(answerText(answer)),
    stop: () => {},
  };
}

/** Below this share, most time went into opening FMUs and does not predict the rest. */
const leastShare = 0.05;

/**
 * Estimates the remaining time after `elapsed` [s], or returns undefined if it is not known. A search
 * with a time budget [s] takes the trials of the present round at least, and the rest of the budget
 * at most. Their geometric mean is wrong by at most a factor of two if they differ by a factor of
 * four. Otherwise nobody knows how many rounds follow.
 */
export function remainingTime(
  { share, leastTime }: Pick<Trial, 'share' | 'leastTime'>,
  elapsed: number,
  budget?: number,
): string | undefined {
  if (budget === undefined) return share >= leastShare ? durationText(elapsed * (1 / share - 1)) : undefined;
  const most = budget - elapsed;
  const least = Math.min(most, leastTime * budget);
  return least > 0 && most <= 4 * least ? durationText(Math.sqrt(least * most)) : undefined;
}

/**
 * Returns the share to show: of the time budget [s] if there is one, because the work of a search
 * is not known before, otherwise of the work.
 */
const shownShare = ({ share }: Trial, elapsed: number, budget: number | undefined): number =>
  budget === undefined ? share : Math.min(1, elapsed / budget);

const durationText = (seconds: number): string =>
  seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`;
