import { callUserCallback } from '../../util/user-code.ts';
import { type CheckResult, type RuleOutcome, type RuleResult, ruleResultOf } from '../result/check-result.ts';
import type { BehaviourRule } from '../rule.ts';
import type { Target } from './check-target.ts';
import { type JudgeOptions, judgeTarget, versionOf } from './judge-target.ts';
import { ProcessPool } from './process/process-sharing.ts';
import { runTrial, type TrialFailure } from './trajectory/trial-result.ts';

/** Options for running rules on behaviour. */
export interface RunOptions extends Pick<JudgeOptions, 'judging' | 'budget'> {
  /** Receives the completed share (0 … 1). */
  onProgress?(share: number): void;
}

/** Judges an FMU by every rule on behaviour on every target. */
export async function runOnTargets(
  file: string,
  rules: readonly BehaviourRule[],
  targets: readonly Target[],
  { onProgress, ...circumstances }: RunOptions = {},
): Promise<CheckResult> {
  const verdicts: RuleResult[] = [];
  const trials: (TrialFailure | undefined)[] = [];
  for (const target of targets) trials.push(await runTrial(target));
  const sharing = targets.map((target) => new ProcessPool(target));
  try {
    for (const [k, rule] of rules.entries()) {
      const judged: { target: string; judgement: RuleOutcome }[] = [];
      for (const [n, target] of targets.entries()) {
        const judgement = await sharing[n].judge(rule, (shared) =>
          judgeTarget(rule, shared, { ...circumstances, trial: trials[n] }),
        );
        judged.push({ target: target.name, judgement });
      }
      verdicts.push(ruleResultOf(rule, judged));
      callUserCallback(`check ${file}`, 'onProgress', onProgress, (k + 1) / rules.length);
    }
  } finally {
    for (const processPool of sharing) processPool.close();
  }
  return { file, fmiVersion: targets[0] && versionOf(targets[0]), verdicts };
}

/** Returns the verdicts of rules on an FMU that does not run, with the reason. */
export function unrunVerdicts(
  file: string,
  rules: readonly BehaviourRule[],
  why: string,
  status: 'skipped' | 'inapplicable' = 'skipped',
): CheckResult {
  return {
    file,
    fmiVersion: undefined,
    verdicts: rules.map((rule) => ({ rule, status, why, findings: [] })),
  };
}
