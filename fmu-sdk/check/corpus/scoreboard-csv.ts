import { exporterOf } from './exporter.ts';
import type { Score } from './fmu-score.ts';

const columns = [
  'unit',
  'exporter',
  'fmi',
  'class',
  'rule',
  'findings',
  'clause',
  'target',
  'message',
  'value',
  'right',
];

/** A row for each rule that accuses a unit in a class, as RFC 4180 has it; a unit whose check did not end is a row too. */
export function csvOf(scores: readonly Score[]): string {
  const rows = scores.flatMap((score) => {
    const about = [score.unit, exporterOf(score.tool), score.fmiVersion ?? ''];
    const ended = score.ended === undefined ? [] : [[...about, 'ended', '', '', '', '', score.ended, '', '']];
    const accused = score.accusations.map((a) => [
      ...about,
      a.class,
      a.rule,
      String(a.count),
      a.clause,
      a.target ?? '',
      a.message,
      a.value ?? '',
      a.expected,
    ]);
    return [...accused, ...ended];
  });
  return [columns, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

/** What a spreadsheet would take for a formula is a text (CWE-1236). */
function cell(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
