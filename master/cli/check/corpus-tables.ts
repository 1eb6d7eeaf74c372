import type { Score } from '../../../fmu-sdk/check/corpus/fmu-score.ts';
import type { Board, ExporterRow } from '../../../fmu-sdk/check/corpus/scoreboard.ts';
import { formatBytes, table } from '../command.ts';
import { pairTables } from './pair-tables.ts';

/** Number of rules of one severity that a terminal shows, most findings first. */
const maxRules = 25;

/** Formats the scoreboard of a corpus as tables for a terminal. */
export function corpusTables(board: Board, scores: readonly Score[]): string {
  const parts = [...pairTables(board, scores), exporterTable(board), ...ruleTables(board)];
  const ended = scores.flatMap(({ unit, ended }) => (ended === undefined ? [] : [[unit, ended]]));
  if (ended.length > 0) parts.push(table([['not checked to the end', 'why'], ...ended]));
  return parts.join('\n\n');
}

function exporterTable(board: Board): string {
  const rows = [...board.exporters, board.total].map((row) => cells(row));
  const head = [
    'exporter',
    'units',
    'run',
    'clean',
    'violations',
    'robustness',
    'advice',
    'skipped',
    'CPU',
    'most',
  ];
  return table([[...head, 'memory'], ...rows], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
}

function ruleTables(board: Board): string[] {
  return (['violation', 'robustness', 'advice'] as const).flatMap((ruleClass) => {
    const rules = board.rules.filter((row) => row.severity === ruleClass);
    if (rules.length === 0) return [];
    const ruleRows = rules.slice(0, maxRules).map((row) => [
      row.rule,
      String(row.units),
      String(row.findings),
      Object.entries(row.exporters)
        .sort(([, a], [, b]) => b - a)
        .map(([exporter, units]) => `${exporter} ${units}`)
        .join(', '),
    ]);
    const more = rules.length > maxRules ? `\n… and ${rules.length - maxRules} more` : '';
    return [table([[ruleClass, 'units', 'findings', 'of'], ...ruleRows], [1, 2]) + more];
  });
}

function cells(row: ExporterRow): string[] {
  const { accusations, rules, cpuSeconds, memoryBytes } = row;
  return [
    row.exporter,
    String(row.units),
    String(row.run),
    String(row.clean),
    String(accusations.violation),
    String(accusations.robustness),
    String(accusations.advice),
    String(rules.skipped),
    `${cpuSeconds.median.toFixed(1)} s`,
    `${cpuSeconds.most.toFixed(1)} s`,
    formatBytes(memoryBytes.most),
  ];
}
