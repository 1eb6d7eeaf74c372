import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { table } from '../master/cli/command.ts';
import { median } from './median.ts';
import { type Measured, readLines } from './read-lines.ts';

/** Number of measurements of each tree, in turns, with one process each. */
const rounds = 5;
/**
 * Number of repetitions for a line that seems worse, together with all earlier measurements. Noise
 * passes, and a real slowdown stays.
 */
const again = 2;
/** Ratio above which a line is reported as worse. */
const most = 1.05;

/** Measurements of a line, round by round. */
export interface Taken {
  /** More of it is better. */
  readonly more: boolean;
  readonly values: readonly number[];
}

/**
 * Measures the lines of one tree's bench, a list for each process. `only` contains their letters.
 */
type Bench = (only: readonly string[]) => Measured[];

/**
 * Compares the lines of this tree's bench with those of another tree (`--against FOLDER`), in
 * turns. Lines of wall time use wall time, all others CPU time.
 *
 * The rows show ratios of the best and of the medians. Medians of one tree differ by a third from
 * process to process, depending on the memory layout and the caches. The best of two processes that
 * wait for each other depends on luck too. A line is slower only if both agree. Prints the rows.
 * Returns 1 if a line is worse by more than 5 %, else 0.
 */
export function against(root: string, other: string, only: readonly string[]): number {
  const rows = inTurns(benchOf(root), benchOf(other), only, (words) => process.stderr.write(`${words}\n`));
  process.stdout.write(`${table([['', 'there', 'here', 'here / there', 'of medians', ''], ...rows])}\n`);
  return rows.some(isWorse) ? 1 : 0;
}

/**
 * Returns the rows of the table after both trees were measured. Lines that seem worse are measured
 * more often. `tell` receives the progress.
 */
export function inTurns(
  current: Bench,
  baseline: Bench,
  only: readonly string[],
  notify: (words: string) => void,
): string[][] {
  const [ours, theirs]: [Measured[][], Measured[][]] = [[], []];
  let rows: string[][] = [];
  let letters = only;
  for (let time = 0; time <= again && letters.length > 0; time++) {
    for (let k = 0; k < rounds; k++)
      for (const mine of k % 2 === 0 ? [false, true] : [true, false]) {
        notify(
          `${2 * k + Number(mine === (k % 2 === 0)) + 1} of ${2 * rounds}: ${mine ? 'here' : 'there'}${time === 0 ? '' : `, ${letters} again`}`,
        );
        (mine ? ours : theirs).push((mine ? current : baseline)(letters));
      }
    rows = compared(groupRounds(ours), groupRounds(theirs));
    letters = [...new Set(rows.filter(isWorse).map(([what]) => what[1]))];
  }
  return rows;
}

const isWorse = (row: readonly string[]): boolean => row.includes('WORSE');

/** Rounds line by line. */
function groupRounds(rounds: readonly (readonly Measured[])[]): Map<string, Taken> {
  const lines = new Map<string, Taken>();
  for (const { what, more, value } of rounds.flat())
    lines.set(what, { more, values: [...(lines.get(what)?.values ?? []), value] });
  return lines;
}

/** Returns the rows of the table, including lines of one tree alone. */
export function compared(ours: ReadonlyMap<string, Taken>, theirs: ReadonlyMap<string, Taken>): string[][] {
  return [...new Set([...ours.keys(), ...theirs.keys()])].map((what) => {
    const [current, baseline] = [ours.get(what), theirs.get(what)];
    if (current === undefined || baseline === undefined)
      return [
        what,
        ...[baseline, current].map((one) => (one === undefined ? '' : `${bestOf(one)}`)),
        '',
        '',
        '',
      ];
    const ratios = [bestOf, medianOf].map((of) => timesAsMuch(of(current), of(baseline), current.more));
    const worse = ratios.every((ratio) => ratio > most);
    return [
      what,
      `${bestOf(baseline)}`,
      `${bestOf(current)}`,
      ...ratios.map((ratio) => `${ratio.toFixed(2)}×`),
      worse ? 'WORSE' : '',
    ];
  });
}

const bestOf = ({ more, values }: Taken): number => (more ? Math.max : Math.min)(...values);
const medianOf = ({ values }: Taken): number => median(values);

/** Returns the growth ratio. A heap that shrinks counts as no growth. */
function timesAsMuch(current: number, baseline: number, more: boolean): number {
  const [a, b] = more ? [baseline, current] : [current, baseline];
  if (a <= 0) return Math.min(1, b > 0 ? a / b : 1);
  return b > 0 ? a / b : Number.POSITIVE_INFINITY;
}

function benchOf(folder: string): Bench {
  return (only) => {
    const args = [join(folder, 'bin/bench.mjs'), '--cpu', '--only', only.join(',')];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
    if (status !== 0) throw new Error(`bench of ${folder}: ${stderr}`);
    return readLines(stdout);
  };
}
