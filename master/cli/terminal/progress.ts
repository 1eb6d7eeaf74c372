import { RunSpeed, shortNumber } from './eta.ts';
import { printError } from './terminal.ts';

/** Wall time between two lines [s]: at a tenth of the run, before the first line, and at most. */
const [betweenTenths, firstWait, longestWait] = [1, 2, 60];

/**
 * Shows a bar on a terminal. Elsewhere it prints lines, at tenths of the run and after long waits.
 * The speed is measured from the first step on, and shown as soon as it is known.
 */
export async function showProgress(
  startTime: number,
  stopTime: number,
): Promise<{ update(share: number): void; stop(): void }> {
  const pace = new RunSpeed(stopTime - startTime);
  const now = (): number => performance.now() / 1000;
  if (process.stderr.isTTY) {
    const { SingleBar } = await import('./progress-bar.ts');
    const bar = new SingleBar({
      format: '{bar} {percentage} %{pace}',
      clearOnComplete: true,
      hideCursor: true,
    });
    bar.start(1000, 0, { pace: '' });
    return {
      update: (share) => {
        pace.update(share, now());
        const { factor, timeLeft } = pace;
        const words = factor === undefined ? '' : `  ${factor} real time  ${timeLeft} left`;
        bar.update(Math.round(1000 * share), { pace: words });
      },
      stop: () => bar.stop(),
    };
  }
  let tenths = 0;
  let lastReport = now();
  let wait = firstWait;
  return {
    update: (share) => {
      pace.update(share, now());
      const tenth = Math.floor(10 * share);
      const since = now() - lastReport;
      const due = tenth > tenths ? since >= betweenTenths : since >= wait;
      const { factor, timeLeft } = pace;
      // Short runs need no progress line.
      if (!due || factor === undefined || (pace.secondsLeft ?? 0) < 1) return;
      if (tenth === tenths) wait = Math.min(longestWait, 2 * wait);
      [tenths, lastReport] = [tenth, now()];
      const t = Number((startTime + share * (stopTime - startTime)).toPrecision(6));
      printError(`${shortNumber(100 * share)} %  t = ${t} s  ${timeLeft} left  ${factor} real time`);
    },
    stop: () => {},
  };
}
