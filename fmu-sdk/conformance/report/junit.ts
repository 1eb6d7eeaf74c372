import { create } from 'xmlbuilder2';
import { printableXml } from '../../printable.ts';
import { sentence } from '../defect.ts';
import { type CheckResult, type Status, type Verdict, worstOf } from '../result.ts';
import { placeOf } from './group.ts';

/**
 * A check as JUnit XML: a suite for each unit, a case for each rule. Findings are failures, also those of robustness
 * and advice: the class of the gravest is the failure's type; rules that were not run are skipped, with the reason.
 */
export function junitReport(results: readonly CheckResult[]): string {
  const document = create({ version: '1.0', encoding: 'UTF-8' }).ele('testsuites', { name: 'fmu check' });
  for (const { file, verdicts } of results) {
    const count = (...status: Status[]): number => verdicts.filter((v) => status.includes(v.status)).length;
    const suite = document.ele('testsuite', {
      name: file,
      tests: verdicts.length,
      failures: count('failed'),
      errors: 0,
      skipped: count('skipped', 'inapplicable'),
    });
    for (const verdict of verdicts) addCase(suite, verdict);
  }
  return `${printableXml(document.end({ prettyPrint: true }))}\n`;
}

function addCase(suite: ReturnType<typeof create>, { rule, status, why, findings }: Verdict): void {
  const test = suite.ele('testcase', { classname: rule.id.split('/')[0], name: `${rule.id}: ${rule.title}` });
  if (status === 'skipped') test.ele('skipped', { message: why ?? '' });
  if (status === 'inapplicable') test.ele('skipped', { message: `does not apply: ${why ?? ''}` });
  if (findings.length === 0) return;
  const lines = findings.map(
    (f) => `${placeOf(f)}${sentence(f.message)} Right: ${f.expected}. (${f.clause})`,
  );
  test.ele('failure', { type: worstOf(findings) ?? rule.class, message: lines[0] }).txt(lines.join('\n'));
}
