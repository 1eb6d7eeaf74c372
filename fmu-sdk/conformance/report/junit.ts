import { create } from 'xmlbuilder2';
import { printableXml } from '../../printable.ts';
import { sentence } from '../defect.ts';
import { counts } from '../failing.ts';
import { type CheckResult, type Finding, type Status, type Verdict, worstOf } from '../result.ts';
import type { Failure } from '../rule-class.ts';
import { placeOf } from './group.ts';

/**
 * A check as JUnit XML: a suite for each unit, a case for each rule. Findings of the classes that fail a check are
 * failures, of the type of the gravest; the others are output of their case. Rules that were not run are skipped, with
 * the reason.
 */
export function junitReport(
  results: readonly CheckResult[],
  failOn: readonly Failure[] = ['violation'],
): string {
  const fails = (finding: Finding): boolean => counts(finding) && failOn.includes(finding.class);
  const document = create({ version: '1.0', encoding: 'UTF-8' }).ele('testsuites', { name: 'fmu check' });
  for (const { file, verdicts } of results) {
    const count = (...status: Status[]): number => verdicts.filter((v) => status.includes(v.status)).length;
    const failed = verdicts.filter(({ findings }) => findings.some(fails)).length;
    const suite = document.ele('testsuite', {
      name: file,
      tests: verdicts.length,
      failures: failed,
      errors: 0,
      skipped: count('skipped', 'inapplicable'),
    });
    for (const verdict of verdicts) addCase(suite, verdict, fails);
  }
  return `${printableXml(document.end({ prettyPrint: true }))}\n`;
}

function addCase(
  suite: ReturnType<typeof create>,
  { rule, status, why, findings }: Verdict,
  fails: (finding: Finding) => boolean,
): void {
  const test = suite.ele('testcase', { classname: rule.id.split('/')[0], name: `${rule.id}: ${rule.title}` });
  if (status === 'skipped') test.ele('skipped', { message: why ?? '' });
  if (status === 'inapplicable') test.ele('skipped', { message: `does not apply: ${why ?? ''}` });
  const failing = findings.filter(fails);
  const others = findings.filter((finding) => !fails(finding));
  const lines = failing.map(lineOf);
  if (failing.length > 0)
    test.ele('failure', { type: worstOf(failing) ?? rule.class, message: lines[0] }).txt(lines.join('\n'));
  if (others.length > 0)
    test.ele('system-out').txt(others.map((finding) => `${finding.class}: ${lineOf(finding)}`).join('\n'));
}

function lineOf(finding: Finding): string {
  const { message, expected, clause, waived } = finding;
  const accepted = waived === undefined ? '' : ` Waived: ${sentence(waived.reason)}`;
  return `${placeOf(finding)}${sentence(message)} Right: ${sentence(expected)} (${clause})${accepted}`;
}
