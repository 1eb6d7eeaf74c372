import { printError } from './terminal.ts';

/** Interval of progress lines without a terminal [ms]. A user waits at most two seconds for one. */
const interval = 1500;

/**
 * Shows the present trial, on a terminal in one line, elsewhere every other second. `share` is the
 * completed share, 0 … 1.
 */
export async function showTrials(): Promise<{
  update(share: number, label: string, step: number): void;
  stop(): void;
}> {
  const begin = performance.now();
  const what = (label: string, step: number): string => `${label}, H = ${Number(step.toPrecision(4))} s`;
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
        bar.update(Math.round(1000 * share), {
          what: what(label, step),
          left: remainingTime(share, begin) ?? '–',
        }),
      stop: () => bar.stop(),
    };
  }
  let last = begin;
  return {
    update: (share, label, step) => {
      if (performance.now() - last < interval) return;
      last = performance.now();
      const remaining = remainingTime(share, begin);
      printError(
        `${(100 * share).toFixed(0)} %  ${remaining === undefined ? '' : `${remaining} left  `}${what(label, step)}`,
      );
    },
    stop: () => {},
  };
}

/** Below this share, most time went into opening FMUs and does not predict the rest. */
const leastShare = 0.05;

/**
 * Estimates the remaining time from the progress since `begin`, or returns undefined if it is too
 * early.
 */
export function remainingTime(
  share: number,
  begin: number,
  now: number = performance.now(),
): string | undefined {
  if (!(share >= leastShare)) return undefined;
  const seconds = ((now - begin) / 1000) * (1 / share - 1);
  return seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`;
}
