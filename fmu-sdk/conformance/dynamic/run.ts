import type { CheckResult, Finding, Verdict } from '../result.ts';
import { clauseOf } from '../rule.ts';
import { type Conduct, judge, type Outcome } from './rule.ts';
import type { Target } from './target.ts';

/** Judges a unit by every dynamic rule on every target; `onProgress` is told the share that is done (0 … 1). */
export async function runDynamic(
  file: string,
  rules: readonly Conduct[],
  targets: readonly Target[],
  onProgress: (share: number) => void = () => {},
): Promise<CheckResult> {
  const fmiVersion = targets[0] === undefined ? undefined : targets[0].fmi === 2 ? '2.0' : '3.0';
  const verdicts: Verdict[] = [];
  for (const [k, rule] of rules.entries()) {
    const outcomes: Outcome[] = [];
    for (const target of targets) outcomes.push(await judge(rule, target));
    verdicts.push(verdictOf(rule, outcomes, fmiVersion));
    onProgress((k + 1) / rules.length);
  }
  return { file, fmiVersion, verdicts };
}

/** Verdicts of rules on a unit of which nothing can be run here, with the reason. */
export function notRun(file: string, rules: readonly Conduct[], why: string): CheckResult {
  return {
    file,
    fmiVersion: undefined,
    verdicts: rules.map((rule) => ({ rule, status: 'skipped', why, findings: [] })),
  };
}

/** One verdict of all targets: failed before passed before skipped before what does not apply. */
function verdictOf(rule: Conduct, outcomes: readonly Outcome[], version: '2.0' | '3.0' | undefined): Verdict {
  const clause = clauseOf(rule, version);
  const findings = outcomes.flatMap((o): Finding[] =>
    'problems' in o ? o.problems.map((p) => ({ rule: rule.id, severity: rule.severity, clause, ...p })) : [],
  );
  if (findings.length > 0) return { rule, status: 'failed', findings };
  const reasons = (key: 'skipped' | 'inapplicable'): string[] => {
    const named = outcomes.filter((o) => key in o).map((o) => [o.target, (o as Record<string, string>)[key]]);
    const same = named.length === outcomes.length && new Set(named.map(([, why]) => why)).size === 1;
    return same ? [named[0][1]] : named.map(([target, why]) => `${target}: ${why}`);
  };
  const skipped = reasons('skipped');
  const checked = outcomes.some((o) => 'problems' in o);
  if (checked && skipped.length === 0) return { rule, status: 'passed', findings };
  // Not checked everywhere: nothing is passed over in silence.
  if (checked) return { rule, status: 'passed', why: `not on ${skipped.join('; ')}`, findings };
  if (skipped.length > 0) return { rule, status: 'skipped', why: skipped.join('; '), findings };
  return { rule, status: 'inapplicable', why: reasons('inapplicable').join('; '), findings };
}
