import { type CheckResult, type Judgement, type Verdict, verdictOf } from '../result.ts';
import type { BehaviourRule } from '../rule.ts';
import { judgeTarget, versionOf } from './judge.ts';
import type { Target } from './target.ts';

/** Judges a unit by every rule on behaviour on every target; `onProgress` is told the share that is done (0 … 1). */
export async function runOnTargets(
  file: string,
  rules: readonly BehaviourRule[],
  targets: readonly Target[],
  onProgress: (share: number) => void = () => {},
): Promise<CheckResult> {
  const verdicts: Verdict[] = [];
  for (const [k, rule] of rules.entries()) {
    const judged: { target: string; judgement: Judgement }[] = [];
    for (const target of targets)
      judged.push({ target: target.name, judgement: await judgeTarget(rule, target) });
    verdicts.push(verdictOf(rule, judged));
    onProgress((k + 1) / rules.length);
  }
  return { file, fmiVersion: targets[0] && versionOf(targets[0]), verdicts };
}

/** Verdicts of rules on a unit of which nothing can be run here, with the reason. */
export function notRun(file: string, rules: readonly BehaviourRule[], why: string): CheckResult {
  return {
    file,
    fmiVersion: undefined,
    verdicts: rules.map((rule) => ({ rule, status: 'skipped', why, findings: [] })),
  };
}
