import type { Fmu } from './fmu/fmu.ts';
import type { CheckResult, Finding, Verdict } from './result.ts';
import { type About, clauseOf, type Judgement, type StaticRule } from './rule.ts';

/** Judges a unit by every static rule. */
export function runStatic(fmu: Fmu, rules: readonly StaticRule[]): CheckResult {
  const verdicts = rules.map((rule) => verdictOf(fmu, rule, outside(fmu, rule) ?? rule.judge(fmu)));
  return { file: fmu.file, fmiVersion: fmu.version, verdicts };
}

/** Why a rule does not speak of units of this FMI version. */
function outside(fmu: Fmu, rule: About): Judgement | undefined {
  if (rule.other !== undefined) return undefined;
  if (fmu.version === '2.0' && rule.fmi2 === undefined) return { inapplicable: 'the unit is of FMI 2.0' };
  if (fmu.version === '3.0' && rule.fmi3 === undefined) return { inapplicable: 'the unit is of FMI 3.0' };
  return undefined;
}

function verdictOf(fmu: Fmu, rule: About, judgement: Judgement): Verdict {
  if ('skipped' in judgement) return { rule, status: 'skipped', why: judgement.skipped, findings: [] };
  if ('inapplicable' in judgement)
    return { rule, status: 'inapplicable', why: judgement.inapplicable, findings: [] };
  const clause = clauseOf(rule, fmu.version);
  const findings: Finding[] = [];
  for (const problem of judgement.problems)
    findings.push({ rule: rule.id, severity: rule.severity, clause, ...problem });
  return { rule, status: findings.length === 0 ? 'passed' : 'failed', findings };
}
