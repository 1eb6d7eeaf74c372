import { SingleBar } from 'cli-progress';
import { extrapolations } from '../extrapolation/lagrange.ts';
import type { RunResult } from '../run/protocol.ts';
import { SystemRunner } from '../run/runner.ts';
import { loadSystem } from '../system/load.ts';
import { type Command, print, table } from './command.ts';

interface Args {
  system: string;
  out?: string;
  record: boolean;
}

export const runCommand: Command<Args> = {
  command: 'run <system>',
  describe: 'Couple the units of a system.json and run them',
  builder: (yargs) =>
    yargs
      .positional('system', { type: 'string', demandOption: true, describe: 'a system.json' })
      .option('out', {
        alias: 'o',
        type: 'string',
        describe: 'CSV file to write [default: results/<name>.csv]',
      })
      .option('record', {
        type: 'boolean',
        default: true,
        describe: 'write the CSV (--no-record: only the summary)',
      })
      .example(
        '$0 run systems/crane-single-force.json',
        'writes results/crane-single-force.csv and prints a summary',
      )
      .example('$0 run system.json -o run1.csv', 'names the result'),
  handler: async ({ system: file, out, record }) => {
    const system = await loadSystem(file);
    const csv = record ? (out ?? `results/${system.name}.csv`) : undefined;
    const runner = new SystemRunner();
    const seconds = system.stopTime - system.startTime;
    const progress = showProgress(seconds);
    const onInterrupt = (): void => runner.interrupt();
    process.once('SIGINT', onInterrupt);
    try {
      const result = await runner.run(system, { csv, onProgress: progress.update });
      progress.stop();
      print(summary(result));
      if (result.outcome === 'interrupted') {
        print(`\ninterrupted at t = ${result.time} s of ${system.stopTime} s`);
        process.exitCode = 130;
      }
    } finally {
      progress.stop();
      process.off('SIGINT', onInterrupt);
      await runner.dispose();
    }
  },
};

/** A bar on a terminal; elsewhere a plain line for every tenth of the run. */
function showProgress(seconds: number): { update(share: number): void; stop(): void } {
  const begin = performance.now();
  const factor = (share: number): string =>
    ((share * seconds) / Math.max(1e-3, (performance.now() - begin) / 1000)).toFixed(0);
  if (process.stderr.isTTY) {
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
        process.stderr.write(
          `${10 * now} %  t = ${(share * seconds).toFixed(3)} s  ${factor(share)}× real time\n`,
        );
      tenths = now;
    },
    stop: () => {},
  };
}

/** What a run came to, for people. */
export function summary(r: RunResult): string {
  const rows = [
    [r.name, r.outcome],
    ['step H', `${r.step} s, ${r.steps} steps`],
    ['extrapolation', `${extrapolations[r.order].name} (order ${r.order})`],
    ['time reached', `${r.time} s`],
    ...r.bonds.map((b) => [
      `bond ${b.name}`,
      `ΣδE = ${b.energy.toExponential(3)}, Σ|δE| = ${b.magnitude.toExponential(3)} ${b.unit}`,
    ]),
    [
      'energy balance',
      `drift ${r.balance.drift.toExponential(3)} J, largest ${r.balance.largest.toExponential(3)} J`,
    ],
    [
      'wall time',
      `${r.wallSeconds.toFixed(3)} s, ${((r.time - r.startTime) / r.wallSeconds).toFixed(0)}× real time`,
    ],
  ];
  if (r.balance.unitsWithout.length > 0)
    rows.push(['', `(no energies declared by ${r.balance.unitsWithout.join(', ')})`]);
  if (r.csv !== undefined) rows.push(['result', r.csv]);
  return table(rows);
}
