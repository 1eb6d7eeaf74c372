import { SingleBar } from 'cli-progress';

/** Least wall time between two lines [ms]. A line appears at least every two seconds. */
const between = 1000;

/** Claims done, and the runs behind them. Lines off a terminal. */
export function showProgress(total: number): {
  claim(): void;
  runs(count: { fresh: number; cached: number }): void;
  stop(): void;
} {
  const bar = process.stderr.isTTY
    ? new SingleBar({
        format: '{bar} {value}/{total} claims, {fresh} runs, {cached} cached  {duration_formatted}',
        clearOnComplete: true,
        hideCursor: true,
      })
    : undefined;
  bar?.start(total, 0, { fresh: 0, cached: 0 });
  let [done, fresh, cached] = [0, 0, 0];
  const begun = performance.now();
  let lastReport = Number.NEGATIVE_INFINITY;
  const report = (): void => {
    if (bar !== undefined || (done < total && performance.now() - lastReport < between)) return;
    lastReport = performance.now();
    const seconds = Math.round((lastReport - begun) / 1000);
    process.stderr.write(`${done}/${total} claims, ${fresh} runs, ${cached} cached, ${seconds} s\n`);
  };
  report();
  // A single run can take longer than that.
  const ticks = setInterval(report, between / 5).unref();
  return {
    claim: () => {
      done++;
      bar?.increment();
      report();
    },
    runs: (count) => {
      ({ fresh, cached } = count);
      bar?.update({ fresh, cached });
      report();
    },
    stop: () => {
      clearInterval(ticks);
      bar?.stop();
    },
  };
}
