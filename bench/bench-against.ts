import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { table } from '../master/cli/command.ts';
import { median } from './median.ts';
import { type Measured, readLines } from './read-lines.ts';

/** How often each of the two is measured, in turns: a process each. */
const rounds = 5;
/** How often what seems worse is measured so again, with all that was measured before: noise passes, what is worse stays. */
const again = 2;
/** More than this is told as worse. */
const most = 1.05;

/** What was measured of a line, round by round. */
export interface Taken {
  /** More of it is better. */
  readonly more: boolean;
  readonly values: readonly number[];
}

/** The lines of one tree's bench, a list for each process; `only` are their letters. */
type Bench = (only: readonly string[]) => Measured[];

/**
 * The lines of this tree's bench beside those of another one's (`--against FOLDER`), both by CPU time but those that are of wall
 * time, in turns: ratios of the best of each, and of their medians. Medians of one tree differ by a third from process
 * to process, as its code and its data come to lie and as others use the caches; of two processes that wait for one another the best is as much luck.
 * What is slower is so by both. Prints them; 1 where a line is worse by more than 5 %, else 0.
 */
export function against(root: string, other: string, only: readonly string[]): number {
  const rows = inTurns(benchOf(root), benchOf(other), only, (words) => process.stderr.write(`${words}\n`));
  process.stdout.write(`${table([['', 'there', 'here', 'here / there', 'of medians', ''], ...rows])}\n`);
  return rows.some(isWorse) ? 1 : 0;
}

/** Rows of the table once both were measured, those that seem worse more often than others; `tell` is told how far it is. */
export function inTurns(
  here: Bench,
  there: Bench,
  only: readonly string[],
  tell: (words: string) => void,
): string[][] {
  const [ours, theirs]: [Measured[][], Measured[][]] = [[], []];
  let rows: string[][] = [];
  let letters = only;
  for (let time = 0; time <= again && letters.length > 0; time++) {
    for (let k = 0; k < rounds; k++)
      for (const mine of k % 2 === 0 ? [false, true] : [true, false]) {
        tell(
          `${2 * k + Number(mine === (k % 2 === 0)) + 1} of ${2 * rounds}: ${mine ? 'here' : 'there'}${time === 0 ? '' : `, ${letters} again`}`,
        );
        (mine ? ours : theirs).push((mine ? here : there)(letters));
      }
    rows = compared(taken(ours), taken(theirs));
    letters = [...new Set(rows.filter(isWorse).map(([what]) => what[1]))];
  }
  return rows;
}

const isWorse = (row: readonly string[]): boolean => row.includes('WORSE');

/** Rounds line by line. */
function taken(rounds: readonly (readonly Measured[])[]): Map<string, Taken> {
  const lines = new Map<string, Taken>();
  for (const { what, more, value } of rounds.flat())
    lines.set(what, { more, values: [...(lines.get(what)?.values ?? []), value] });
  return lines;
}

/** Rows of the table, those of one tree alone too. */
export function compared(ours: ReadonlyMap<string, Taken>, theirs: ReadonlyMap<string, Taken>): string[][] {
  return [...new Set([...ours.keys(), ...theirs.keys()])].map((what) => {
    const [here, there] = [ours.get(what), theirs.get(what)];
    if (here === undefined || there === undefined)
      return [what, ...[there, here].map((one) => (one === undefined ? '' : `${bestOf(one)}`)), '', '', ''];
    const ratios = [bestOf, medianOf].map((of) => timesAsMuch(of(here), of(there), here.more));
    const worse = ratios.every((ratio) => ratio > most);
    return [
      what,
      `${bestOf(there)}`,
      `${bestOf(here)}`,
      ...ratios.map((ratio) => `${ratio.toFixed(2)}×`),
      worse ? 'WORSE' : '',
    ];
  });
}

const bestOf = ({ more, values }: Taken): number => (more ? Math.max : Math.min)(...values);
const medianOf = ({ values }: Taken): number => median(values);

/** What shrinks, of heaps, has grown by nothing, however much less it is. */
function timesAsMuch(here: number, there: number, more: boolean): number {
  const [a, b] = more ? [there, here] : [here, there];
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
