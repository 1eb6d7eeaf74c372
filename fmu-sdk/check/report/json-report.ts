import { packageVersion } from '../../util/package-files.ts';
import { printableJson } from '../../util/printable.ts';
import {
  type CheckResult,
  checkCoverageOf,
  type Finding,
  findingsOf,
  verdictOf,
} from '../result/check-result.ts';
import { relationsOf } from './coverage-text.ts';
import { groupsOf } from './finding-groups.ts';

/**
 * Version of the report format, which `schemas/check-report.schema.json` describes. Increases with
 * a change that breaks readers.
 */
export const reportVersion = 2;

/**
 * Returns the results of a check as JSON: causes with their findings, and a verdict for every rule.
 *
 * @example
 * import { writeFileSync } from 'node:fs';
 *
 * writeFileSync('check.json', jsonReport(results));
 */
export function jsonReport(results: readonly CheckResult[]): string {
  const report = {
    $schema: 'fmukit/check-report.schema.json',
    version: reportVersion,
    tool: `fmukit ${packageVersion()}`,
    units: results.map(unitOf),
  };
  return `${printableJson(JSON.stringify(report, undefined, 2))}\n`;
}

function unitOf(result: CheckResult): object {
  const { file, fmiVersion, edition, verdicts, absent } = result;
  return {
    file,
    fmiVersion: fmiVersion ?? null,
    edition: edition ?? null,
    conclusion: verdictOf(result),
    rulesChecked: checkCoverageOf(result),
    ...(result.coverage && { coverage: { ...result.coverage, relations: relationsOf(result) } }),
    causes: groupsOf(findingsOf(result)).map(({ id, kind, severity, rules, findings }) => ({
      id,
      kind,
      severity,
      rules,
      findings: findings.map(findingOf),
    })),
    ...(absent !== undefined && { gone: absent.map(findingOf) }),
    rules: verdicts.map(({ rule, status, why, said: amount, findings }) => ({
      id: rule.id,
      title: rule.title,
      severity: rule.severity,
      status,
      ...(why === undefined ? {} : { why }),
      ...(amount === undefined ? {} : { said: amount }),
      findings: findings.length,
    })),
  };
}

function findingOf({ cause: _, ...finding }: Finding): object {
  return finding;
}
