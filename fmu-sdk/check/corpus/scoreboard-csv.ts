import { csvField } from '../../util/csv-text.ts';
import { exporterOf } from './exporter.ts';
import type { Score } from './fmu-score.ts';

const columns = [
  'unit',
  'exporter',
  'fmi',
  'severity',
  'rule',
  'findings',
  'clause',
  'target',
  'message',
  'value',
  'right',
];

/**
 * Formats scores as CSV (RFC 4180): a row for each rule with findings on an FMU, by severity. An
 * FMU whose check did not end gets a row too.
 */
export function csvOf(scores: readonly Score[]): string {
  const rows = scores.flatMap((score) => {
    const about = [score.unit, exporterOf(score.tool), score.fmiVersion ?? ''];
    const ended = score.ended === undefined ? [] : [[...about, 'ended', '', '', '', '', score.ended, '', '']];
    const accused = score.accusations.map((a) => [
      ...about,
      a.severity,
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
  return [columns, ...rows].map((row) => `${row.map(csvField).join(',')}\r\n`).join('');
}
