import { bytesOf, textOf } from '../fuzz-target.ts';
import type { Dice } from '../seeded-dice.ts';
import { mutateText, numberText, oddText } from './dictionary.ts';
import { mutateBytes } from './mutate-bytes.ts';

/** Changes fields, columns and rows of a table. Now and then bytes. */
export function mutateCsv(seed: Uint8Array, dice: Dice, others: readonly Uint8Array[]): Uint8Array {
  if (dice.once(6)) return mutateBytes(seed, dice, others);
  const rows = textOf(seed)
    .split('\n')
    .map((line) => line.split(','));
  const choices = dice.once(2) ? [alike] : changes;
  for (let n = dice.few(6); n > 0; n--) dice.of(choices)(rows, dice);
  const text = rows.map((row) => row.join(',')).join(dice.once(12) ? '\r\n' : '\n');
  return bytesOf(text.slice(0, 65536));
}

type Change = (rows: string[][], dice: Dice) => void;

const field: Change = (rows, dice) => {
  const row = dice.of(rows);
  if (row === undefined || row.length === 0) return;
  const at = dice.below(row.length);
  const change = dice.below(5);
  if (change === 0) row[at] = mutateText(row[at], dice);
  else if (change === 1) row[at] = `"${oddText(dice)}"`;
  else if (change === 2) row[at] = ` ${row[at]} `;
  else row[at] = numberText(dice);
};

/** Creates a value or a row similar to the existing ones. */
const alike: Change = (rows, dice) => {
  const data = rows.slice(1);
  const row = dice.of(data);
  if (row === undefined) return;
  const at = dice.below(row.length);
  const change = dice.below(5);
  if (change === 0) rows.splice(rows.indexOf(row), 0, [...row]);
  else if (change === 1) row[at] = numberText(dice);
  else row[at] = dice.of(data)[at] ?? '';
};

const column: Change = (rows, dice) => {
  const at = dice.below((rows[0]?.length ?? 0) + 1);
  const change = dice.below(3);
  for (const row of rows) {
    if (change === 0) row.splice(at, 1);
    else row.splice(at, 0, change === 1 ? (row[at - 1] ?? '') : numberText(dice));
  }
};

const oneRow: Change = (rows, dice) => {
  const at = dice.below(rows.length + 1);
  const change = dice.below(4);
  if (change === 0) rows.splice(at, 1);
  else if (change === 1) rows.splice(at, 0, [...(rows[at] ?? rows[at - 1] ?? [])]);
  else if (change === 2) rows.splice(at, 0, dice.once(2) ? [''] : [oddText(dice)]);
  else rows.reverse();
};

const title: Change = (rows, dice) => {
  const [titles] = rows;
  if (titles === undefined) return;
  const at = dice.below(titles.length);
  titles[at] = dice.once(3)
    ? mutateText(titles[at] ?? '', dice)
    : `${titles[at] ?? ''} [${dice.of(['m', 'mm', 'km', 'kg', 's', '', '1', oddText(dice)])}]`;
};

const changes: readonly Change[] = [field, field, field, field, column, oneRow, oneRow, title];
