import type { Status } from '../check-result.ts';
import { type RuleClass, ruleClasses } from '../severity.ts';
import { exporterOf } from './exporter.ts';
import type { Score } from './fmu-score.ts';

/** What one tool's units came to. */
export interface ExporterRow {
  exporter: string;
  units: number;
  /** Of how many something was run. */
  run: number;
  /** Units without a violation, of those whose check came to its end. */
  clean: number;
  /** Units whose check did not come to its end. */
  ended: number;
  /** How many rules accuse, summed over units, by class. */
  accusations: Record<RuleClass, number>;
  rules: Record<Status, number>;
  /** CPU time of a check [s]. */
  cpuSeconds: { median: number; most: number };
  memoryBytes: { median: number; most: number };
}

/** What one rule says of the corpus in a class. */
export interface RuleRow {
  rule: string;
  class: RuleClass;
  /** How many units it accuses. */
  units: number;
  findings: number;
  /** How many units of each tool. */
  exporters: Record<string, number>;
}

/** Rules judged on many units: what they say, of whom, and what it takes. */
export interface Board {
  total: ExporterRow;
  exporters: ExporterRow[];
  rules: RuleRow[];
}

/** Tools by number of units, rules by class and by number of units that they accuse; the same scores give the same board. */
export function boardOf(scores: readonly Score[]): Board {
  const byExporter = new Map<string, Score[]>();
  for (const score of scores) {
    const exporter = exporterOf(score.tool);
    byExporter.set(exporter, [...(byExporter.get(exporter) ?? []), score]);
  }
  const exporters = [...byExporter].map(([exporter, own]) => rowOf(exporter, own));
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
    for (const each of score.accusations) accusations[each.class]++;
    for (const status of Object.keys(rules) as Status[]) rules[status] += score.rules[status];
  }
  const ended = scores.filter((score) => score.ended !== undefined).length;
  const clean = scores.filter(
    (score) => score.ended === undefined && score.accusations.every((each) => each.class !== 'violation'),
  ).length;
  return {
    exporter,
    units: scores.length,
    run: scores.filter((score) => score.targets.length > 0).length,
    clean,
    ended,
    accusations,
    rules,
    cpuSeconds: spread(scores.map((score) => score.cpuSeconds)),
    memoryBytes: spread(scores.map((score) => score.memoryBytes)),
  };
}

function rulesOf(scores: readonly Score[]): RuleRow[] {
  const rows = new Map<string, RuleRow>();
  for (const score of scores)
    for (const { rule, class: own, count } of score.accusations) {
      const key = `${rule} ${own}`;
      const row = rows.get(key) ?? { rule, class: own, units: 0, findings: 0, exporters: {} };
      rows.set(key, row);
      row.units++;
      row.findings += count;
      const exporter = exporterOf(score.tool);
      row.exporters[exporter] = (row.exporters[exporter] ?? 0) + 1;
    }
  return [...rows.values()].sort(
    (a, b) =>
      ruleClasses.indexOf(a.class) - ruleClasses.indexOf(b.class) ||
      b.units - a.units ||
      ordered(a.rule, b.rule),
  );
}

/** The middle one (of an even number the larger of the two in the middle) and the largest; 0 of none. */
function spread(values: readonly number[]): { median: number; most: number } {
  const sorted = [...values].sort((a, b) => a - b);
  return { median: sorted[sorted.length >> 1] ?? 0, most: sorted.at(-1) ?? 0 };
}

function ordered(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
