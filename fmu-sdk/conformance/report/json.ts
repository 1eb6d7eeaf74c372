import { printableJson } from '../../printable.ts';
import type { CheckResult } from '../result.ts';

/** Everything that a check says, with a verdict for every rule, as JSON. */
export function jsonReport(results: readonly CheckResult[]): string {
  const units = results.map(({ file, fmiVersion, verdicts }) => ({
    file,
    fmiVersion: fmiVersion ?? null,
    rules: verdicts.map(({ rule, status, why, said, findings }) => ({
      id: rule.id,
      title: rule.title,
      class: rule.class,
      status,
      ...(why === undefined ? {} : { why }),
      ...(said === undefined ? {} : { said }),
      findings: findings.map(({ class: own, message, value, expected, clause, place, target, sequence }) => ({
        class: own,
        message,
        value,
        expected,
        clause,
        place,
        target,
        sequence,
      })),
    })),
  }));
  return `${printableJson(JSON.stringify({ units }, undefined, 2))}\n`;
}
