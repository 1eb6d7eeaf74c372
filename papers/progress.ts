import { SingleBar } from 'cli-progress';

/** Claims done, and the runs behind them; lines off a terminal. */
export function showProgress(total: number): {
  claim(): void;
  runs(count: { fresh: number; cached: number }): void;
  stop(): void;
} {
  const bar = process.stderr.isTTY
    ? new SingleBar({
        format: '{bar} {value}/{total} claims, {fresh} runs, {cached} kept from before  {duration_formatted}',
        clearOnComplete: true,
        hideCursor: true,
      })
    : undefined;
  bar?.start(total, 0, { fresh: 0, cached: 0 });
  let [done, fresh, cached] = [0, 0, 0];
  return {
    claim: () => {
      done++;
      bar?.increment();
      if (bar === undefined && (done % 10 === 0 || done === total))
        process.stderr.write(`${done}/${total} claims, ${fresh} runs, ${cached} kept from before\n`);
    },
    runs: (count) => {
      ({ fresh, cached } = count);
      bar?.update({ fresh, cached });
    },
    stop: () => bar?.stop(),
  };
}
