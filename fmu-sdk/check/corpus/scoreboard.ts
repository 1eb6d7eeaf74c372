import type { Status } from '../result/check-result.ts';
import { type Severity, severities } from '../severity.ts';
import { exporterOf } from './exporter.ts';
import type { Score } from './fmu-score.ts';
import { type PairCount, pairCountOf } from './interface-score.ts';

/** Results for the FMUs of one tool. */
export interface ExporterRow {
  exporter: string;
  units: number;
  /** Number of FMUs with at least one target that was run. */
  run: number;
  /** Number of FMUs without a violation, among the finished checks. */
  clean: number;
  /** FMUs whose check did not come to its end. */
  ended: number;
  /** Number of rules with findings, summed over FMUs, by severity. */
  accusations: Record<Severity, number>;
  rules: Record<Status, number>;
  pairs: PairCount;
  /** CPU time of a check [s]. */
  cpuSeconds: { median: number; most: number };
  memoryBytes: { median: number; most: number };
}

/** Findings of one rule in the corpus with one severity. */
export interface RuleRow {
  rule: string;
  severity: Severity;
  /** Number of FMUs with findings. */
  units: number;
  findings: number;
  /** Number of FMUs with findings by tool. */
  exporters: Record<string, number>;
}

/** Results of all rules on many FMUs, with their CPU time. */
export interface Board {
  total: ExporterRow;
  exporters: ExporterRow[];
  rules: RuleRow[];
}

/**
 * Sorts tools by number of FMUs, and rules by severity and number of FMUs. Equal scores give equal
 * boards.
 */
export function boardOf(scores: readonly Score[]): Board {
  const byExporter = new Map<string, Score[]>();
  for (const score of scores) {
    const exporter = exporterOf(score.tool);
    byExporter.set(exporter, [...(byExporter.get(exporter) ?? []), score]);
  }
  const exporters = [...byExporter].map(([exporter, exporterScores]) => rowOf(exporter, exporterScores));
  return {
    total: rowOf('all', scores),
    exporters: exporters.sort((a, b) => b.units - a.units || ordered(a.exporter, b.exporter)),
    rules: rulesOf(scores),
  };
}

function rowOf(exporter: string, scores: readonly Score[]): ExporterRow {
  const accusations = { violation: 0, robustness: 0, advice: 0 };
  const rules = { passed: 0, failed: 0, skipped: 0, inapplicable: 0 };
  for (const score of scores) {
    for (const accusation of score.accusations) accusations[accusation.severity]++;
    for (const status of Object.keys(rules) as Status[]) rules[status] += score.rules[status];
  }
  const ended = scores.filter((score) => score.ended !== undefined).length;
  const clean = scores.filter(
    (score) =>
      score.ended === undefined &&
      score.accusations.every((accusation) => accusation.severity !== 'violation'),
  ).length;
  return {
    exporter,
    units: scores.length,
    run: scores.filter((score) => score.targets.length > 0).length,
    clean,
    ended,
    accusations,
    rules,
    pairs: pairCountOf(scores.flatMap(({ interfaces = [] }) => interfaces)),
    cpuSeconds: spread(scores.map((score) => score.cpuSeconds)),
    memoryBytes: spread(scores.map((score) => score.memoryBytes)),
  };
}

function rulesOf(scores: readonly Score[]): RuleRow[] {
  const rows = new Map<string, RuleRow>();
  for (const score of scores)
    for (const { rule, severity, count } of score.accusations) {
      const key = `${rule} ${severity}`;
      const row = rows.get(key) ?? { rule, severity, units: 0, findings: 0, exporters: {} };
      rows.set(key, row);
      row.units++;
      row.findings += count;
      const exporter = exporterOf(score.tool);
      row.exporters[exporter] = (row.exporters[exporter] ?? 0) + 1;
    }
  return [...rows.values()].sort(
    (a, b) =>
      severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
      b.units - a.units ||
      ordered(a.rule, b.rule),
  );
}

/**
 * Returns the median (the larger middle value for an even count) and the maximum, or 0 for an empty
 * list.
 */
function spread(values: readonly number[]): { median: number; most: number } {
  const sorted = [...values].sort((a, b) => a - b);
  return { median: sorted[sorted.length >> 1] ?? 0, most: sorted.at(-1) ?? 0 };
}

function ordered(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
