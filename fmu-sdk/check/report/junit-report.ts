import { printableXml, xmlText } from '../../util/printable.ts';
import { type Tag, tag, textTag, writeXml } from '../../util/xml/write-xml.ts';
import { sentence } from '../defect.ts';
import {
  type CheckResult,
  type Finding,
  type RuleResult,
  type Status,
  worstOf,
} from '../result/check-result.ts';
import { counts } from '../selection/failing-findings.ts';
import type { FailOn } from '../severity.ts';
import { placeOf } from './finding-groups.ts';

/**
 * Returns the results of a check as JUnit XML: a suite for each FMU, a case for each rule. Findings
 * of severities that fail a check are failures, with the highest severity as type. Other findings
 * are output of their case. Rules that were not run are skipped, with the reason. Rules that do not
 * apply to the FMU are left out.
 *
 * @example
 * import { writeFileSync } from 'node:fs';
 *
 * writeFileSync('check.xml', junitReport(results, ['violation']));
 */
export function junitReport(
  results: readonly CheckResult[],
  failOn: readonly FailOn[] = ['violation'],
): string {
  const fails = (finding: Finding): boolean => counts(finding) && failOn.includes(finding.severity);
  const suites = results.map(({ file, verdicts: all }) => {
    const verdicts = all.filter(({ status }) => status !== 'inapplicable');
    const count = (status: Status): number => verdicts.filter((v) => v.status === status).length;
    const attributes = {
      name: xmlText(file),
      tests: verdicts.length,
      failures: verdicts.filter(({ findings }) => findings.some(fails)).length,
      errors: 0,
      skipped: count('skipped'),
    };
    return tag(
      'testsuite',
      attributes,
      verdicts.map((verdict) => caseOf(verdict, fails)),
    );
  });
  return printableXml(writeXml(tag('testsuites', { name: 'fmu check' }, suites)));
}

function caseOf({ rule, status, why, findings }: RuleResult, fails: (finding: Finding) => boolean): Tag {
  const content: Tag[] = [];
  if (status === 'skipped') content.push(tag('skipped', { message: xmlText(why ?? '') }));
  const failing = findings.filter(fails);
  const others = findings.filter((finding) => !fails(finding));
  const lines = failing.map(lineOf);
  const type = worstOf(failing) ?? rule.severity;
  if (failing.length > 0) content.push(textTag('failure', { type, message: lines[0] }, lines.join('\n')));
  if (others.length > 0)
    content.push(
      textTag('system-out', {}, others.map((item) => `${item.severity}: ${lineOf(item)}`).join('\n')),
    );
  const { id, title } = rule;
  return tag('testcase', { classname: xmlText(id.split('/')[0]), name: xmlText(`${id}: ${title}`) }, content);
}

function lineOf(finding: Finding): string {
  const { message, expected, clause, waived } = finding;
  const accepted = waived === undefined ? '' : ` Waived: ${sentence(waived.reason)}`;
  return xmlText(
    `${placeOf(finding)}${sentence(message)} Expected: ${sentence(expected)} (${clause})${accepted}`,
  );
}
