import { say } from './terminal.ts';

/** How often a line is said where there is no terminal [ms]: nobody waits for more than two seconds without one. */
const interval = 1500;

/** What is being tried: a line that is overwritten on a terminal, elsewhere one every other second. `share` of all is done, 0 … 1. */
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
        bar.update(Math.round(1000 * share), { what: what(label, step), left: leftOf(share, begin) ?? '–' }),
      stop: () => bar.stop(),
    };
  }
  let last = begin;
  return {
    update: (share, label, step) => {
      if (performance.now() - last < interval) return;
      last = performance.now();
      const left = leftOf(share, begin);
      say(`${(100 * share).toFixed(0)} %  ${left === undefined ? '' : `${left} left  `}${what(label, step)}`);
    },
    stop: () => {},
  };
}

/** Below this share of all what has been done is mostly the opening of units, and says nothing of the rest. */
const leastShare = 0.05;

/** Time left by what has been done since `begin`; undefined while nobody can know. */
export function leftOf(share: number, begin: number, now: number = performance.now()): string | undefined {
  if (!(share >= leastShare)) return undefined;
  const seconds = ((now - begin) / 1000) * (1 / share - 1);
  return seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`;
}
