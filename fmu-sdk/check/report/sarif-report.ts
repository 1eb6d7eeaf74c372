import { printableJson } from '../../util/printable.ts';
import { sentence } from '../defect.ts';
import { type CheckResult, type Finding, findingsOf, verdictOf } from '../result/check-result.ts';
import { clauseOf, type RuleDeclaration } from '../rule.ts';
import type { Severity } from '../severity.ts';
import { causeIdOf } from './finding-groups.ts';

/** Levels of SARIF 2.1.0, 3.27.10. */
const levels: Record<Severity, string> = { violation: 'error', robustness: 'warning', advice: 'note' };

/**
 * Returns the results of a check as SARIF 2.1.0 (OASIS, 2020) with one run. Rules that were not run
 * are notifications of the invocation. `version` is the version of the tool.
 *
 * @example
 * import { writeFileSync } from 'node:fs';
 *
 * writeFileSync('check.sarif', sarifReport(results, '0.2.0'));
 */
export function sarifReport(results: readonly CheckResult[], version: string): string {
  const rules = [...new Map(results.flatMap((r) => r.verdicts.map(({ rule }) => [rule.id, rule]))).values()];
  const index = new Map(rules.map((rule, k) => [rule.id, k]));
  const run = {
    tool: {
      driver: {
        name: 'fmu check',
        version,
        informationUri: 'https://fmi-standard.org',
        rules: rules.map(describe),
      },
    },
    columnKind: 'utf16CodeUnits',
    properties: { units: results.map((result) => ({ file: result.file, conclusion: verdictOf(result) })) },
    invocations: [
      { executionSuccessful: true, toolExecutionNotifications: results.flatMap((r) => unchecked(r)) },
    ],
    results: results.flatMap((result) =>
      findingsOf(result).map((finding) => describeFinding(result, finding, index.get(finding.rule)!)),
    ),
  };
  const log = { $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs: [run] };
  return `${printableJson(JSON.stringify(log, undefined, 2))}\n`;
}

function describe(rule: RuleDeclaration): object {
  return {
    id: rule.id,
    shortDescription: { text: rule.title },
    fullDescription: { text: rule.explanation },
    help: { text: clauseOf(rule, undefined) },
    defaultConfiguration: { level: levels[rule.severity] },
  };
}

function unchecked(result: CheckResult): object[] {
  return result.verdicts
    .filter(({ status }) => status === 'skipped')
    .map(({ rule, why }) => ({
      level: 'note',
      message: { text: `${result.file}: ${rule.id} was skipped: ${why}` },
      descriptor: { id: rule.id },
    }));
}

function describeFinding(result: CheckResult, finding: Finding, ruleIndex: number): object {
  const {
    rule,
    severity,
    message,
    value,
    expected,
    clause,
    place,
    target,
    sequence,
    compared,
    waived,
    isNew,
  } = finding;
  const where = target === undefined ? '' : `${target}: `;
  return {
    ruleId: rule,
    ruleIndex,
    level: levels[severity],
    message: { text: `${where}${sentence(message)} Expected: ${expected}. (${clause})` },
    locations: [{ physicalLocation: location(result, place) }],
    partialFingerprints: { 'cause/v1': causeIdOf(finding) },
    ...(isNew !== undefined && { baselineState: isNew ? 'new' : 'unchanged' }),
    ...(waived !== undefined && { suppressions: [{ kind: 'external', justification: waived.reason }] }),
    properties: {
      severity,
      expected,
      clause,
      ...(value === undefined ? {} : { value }),
      ...(sequence === undefined ? {} : { sequence }),
      ...(compared === undefined ? {} : { compared }),
    },
  };
}

/** A file in an FMU is named below the FMU: `units/x.fmu/modelDescription.xml`. */
function location(result: CheckResult, place: Finding['place']): object {
  const inside = place !== undefined && place.file !== result.file && !result.file.endsWith('.xml');
  const path = inside ? `${result.file}/${place.file}` : result.file;
  const region =
    place?.line === undefined ? {} : { region: { startLine: place.line, startColumn: place.column } };
  return { artifactLocation: { uri: path.split('/').map(encoded).join('/') }, ...region };
}

/** Half of a surrogate pair, which no URI has, becomes U+FFFD. */
function encoded(part: string): string {
  return encodeURIComponent(part.replace(/\p{Cs}/gu, '\uFFFD'));
}
