import { say } from './terminal.ts';

/** A bar on a terminal; elsewhere a plain line for every tenth of the run. */
export async function showProgress(seconds: number): Promise<{ update(share: number): void; stop(): void }> {
  const begin = performance.now();
  const factor = (share: number): string =>
    ((share * seconds) / Math.max(1e-3, (performance.now() - begin) / 1000)).toFixed(0);
  if (process.stderr.isTTY) {
    const { SingleBar } = await import('cli-progress');
    const bar = new SingleBar({
      format: '{bar} {percentage} %  {factor}× real time  {eta} s left',
      clearOnComplete: true,
      hideCursor: true,
    });
    bar.start(1000, 0, { factor: '–' });
    return {
      update: (share) => bar.update(Math.round(1000 * share), { factor: factor(share) }),
      stop: () => bar.stop(),
    };
  }
  let tenths = 0;
  return {
    update: (share) => {
      const now = Math.floor(10 * share);
      if (now > tenths)
        say(`${10 * now} %  t = ${(share * seconds).toFixed(3)} s  ${factor(share)}× real time`);
      tenths = now;
    },
    stop: () => {},
  };
}
