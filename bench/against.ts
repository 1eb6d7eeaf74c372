import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { table } from '../master/cli/command.ts';

/** How often each of the two is measured, in turns: a process each. */
const rounds = 5;
/** More than this is told as worse. */
const most = 1.05;

/**
 * The lines of this tree's bench beside those of another one's (`--against FOLDER`), both by CPU time, in turns: ratios of
 * the best of each. Medians of one tree differ by a third from process to process, as its code and its data come to lie and
 * as others use the caches; that only ever adds. Prints them; 1 where a line is worse by more than 5 %, else 0.
 */
export function against(root: string, other: string, only: readonly string[]): number {
  const [ours, theirs] = [new Map<string, number[]>(), new Map<string, number[]>()];
  for (let k = 0; k < rounds; k++)
    for (const mine of k % 2 === 0 ? [false, true] : [true, false])
      collect(mine ? root : other, only, mine ? ours : theirs);
  const rows: string[][] = [];
  let worse = 0;
  for (const [what, values] of ours) {
    const before = theirs.get(what);
    if (before === undefined) continue;
    // Of what is so many times faster than something, more is better.
    const more = what.includes('crane cycle');
    const best = more ? Math.max : Math.min;
    const [a, b] = [best(...values), best(...before)];
    // What shrinks has grown by nothing, however much less it is.
    const ratio = a <= 0 ? Math.min(1, a / b) : more ? b / a : a / b;
    if (ratio > most) worse++;
    rows.push([what, `${b}`, `${a}`, `${ratio.toFixed(2)}×`, ratio > most ? 'WORSE' : '']);
  }
  process.stdout.write(`${table([['', 'there', 'here', 'here / there', ''], ...rows])}\n`);
  return worse > 0 ? 1 : 0;
}

/** A line of the table that a bench prints: what was measured, and the number. */
const line = /^(\([a-z]\) .*?) {2,}(-?[\d.]+)/gm;

function collect(folder: string, only: readonly string[], into: Map<string, number[]>): void {
  const clock = new URL('./cpu-clock.mjs', import.meta.url).href;
  const args = ['--import', clock, join(folder, 'bin/bench.mjs'), '--cpu', '--only', only.join(',')];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`bench of ${folder}: ${stderr}`);
  for (const [, what, value] of stdout.matchAll(line))
    into.set(what, [...(into.get(what) ?? []), Number(value)]);
}
