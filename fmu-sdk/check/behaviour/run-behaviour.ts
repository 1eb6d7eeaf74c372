import { callUserCallback } from '../../util/user-code.ts';
import { gapsOf, interfaceGaps } from '../coverage/coverage-gaps.ts';
import { CoverageRecorder } from '../coverage/coverage-recorder.ts';
import { recordedTarget } from '../coverage/recorded-target.ts';
import type { RunCoverage } from '../coverage/run-coverage.ts';
import { summarizeCoverage } from '../coverage/summarize-coverage.ts';
import { type Cause, sameCause } from '../result/cause.ts';
import { type CheckResult, type RuleOutcome, type RuleResult, ruleResultOf } from '../result/check-result.ts';
import type { BehaviourRule } from '../rule.ts';
import type { Target } from './check-target.ts';
import { runExtraRounds, type Sampled, type TimeBudget } from './extra-rounds.ts';
import { type JudgeOptions, judgeTarget, versionOf } from './judge-target.ts';
import { ProcessPool } from './process/process-sharing.ts';
import { runTrial } from './trajectory/trial-result.ts';

/** Options for running rules on behaviour. */
export interface RunOptions extends Pick<JudgeOptions, 'judging' | 'budget'> {
  /** Receives the completed share (0 … 1). */
  onProgress?(share: number): void;
  /** Time for more rounds of rules that sample randomly. Default: no more rounds. */
  readonly time?: TimeBudget | undefined;
}

/** Judges an FMU by every rule on behaviour on every target. */
export async function runOnTargets(
  file: string,
  rules: readonly BehaviourRule[],
  targets: readonly Target[],
  { onProgress, time, ...circumstances }: RunOptions = {},
): Promise<CheckResult> {
  const report = (share: number): void => callUserCallback(`check ${file}`, 'onProgress', onProgress, share);
  const judges: TargetJudge[] = [];
  for (const target of targets) judges.push(await TargetJudge.open(target, circumstances));
  try {
    const outcomes: RuleOutcome[][] = [];
    for (const [k, rule] of rules.entries()) {
      const judged: RuleOutcome[] = [];
      for (const judge of judges) judged.push(await judge.judge(rule));
      outcomes.push(judged);
      report(time?.share ?? (k + 1) / rules.length);
    }
    const rounds =
      time === undefined ? undefined : await runExtraRounds(sampledOf(rules, judges, outcomes), time, report);
    if (time !== undefined) report(1);
    const verdicts = rules.map(
      (rule, k): RuleResult =>
        ruleResultOf(
          rule,
          judges.map(({ target }, n) => ({ target: target.name, judgement: outcomes[k][n] })),
        ),
    );
    const coverage = coverageOf(judges, rounds && time && { seconds: time.seconds, ...rounds });
    return { file, fmiVersion: targets[0] && versionOf(targets[0]), verdicts, coverage };
  } finally {
    for (const judge of judges) judge.close();
  }
}

/** Judges one target and records what the rules exercise. */
class TargetJudge {
  private readonly pool: ProcessPool;
  private death: { cause: Cause; id: string } | undefined;

  private constructor(
    readonly target: Target,
    readonly recorder: CoverageRecorder,
    recorded: Target,
    private readonly options: JudgeOptions,
  ) {
    this.pool = new ProcessPool(recorded);
  }

  /** Tries the target first. */
  static async open(target: Target, options: JudgeOptions): Promise<TargetJudge> {
    const recorder = new CoverageRecorder(target);
    const recorded = recordedTarget(target, recorder);
    return new TargetJudge(target, recorder, recorded, { ...options, trial: await runTrial(recorded) });
  }

  async judge(rule: BehaviourRule, seed?: number): Promise<RuleOutcome> {
    const outcome = await this.pool.judge(rule, (shared) =>
      judgeTarget(rule, shared, { ...this.options, ...(seed !== undefined && { seed }) }),
    );
    return this.withoutKnownDeath(rule, outcome);
  }

  /**
   * Skips a rule that finds only a crash in the instantiation which an earlier rule has reported: an
   * FMU that does not survive a later instance would meet every rule.
   */
  private withoutKnownDeath({ id }: BehaviourRule, outcome: RuleOutcome): RuleOutcome {
    if (!('findings' in outcome) || outcome.findings.length === 0) return outcome;
    const [{ cause }] = outcome.findings;
    if (cause === undefined || !isDeathInInstantiation(cause)) return outcome;
    if (!outcome.findings.every((finding) => sameCause(finding.cause, cause))) return outcome;
    this.death ??= { cause, id };
    const isNew = this.death.id === id || !sameCause(this.death.cause, cause);
    if (isNew) return outcome;
    return { skipped: `the FMU dies in ${cause.call}, which ${this.death.id} reports` };
  }

  close(): void {
    this.pool.close();
  }
}

function isDeathInInstantiation({ kind, call }: Cause): boolean {
  return kind === 'crash' && /^fmi\d?Instantiate/.test(call);
}

/** Returns the rules that sample randomly, on the targets where they have found nothing. */
function sampledOf(
  rules: readonly BehaviourRule[],
  judges: readonly TargetJudge[],
  outcomes: readonly RuleOutcome[][],
): Sampled[] {
  return rules.flatMap((rule, k) =>
    judges.flatMap((judge, n): Sampled[] => {
      const outcome = outcomes[k][n];
      if (rule.samplesRandomly !== true || !('findings' in outcome) || outcome.findings.length > 0) return [];
      return [
        {
          judge: (seed) => judge.judge(rule, seed),
          size: () => judge.recorder.size,
          fail: (found) => void (outcomes[k][n] = found),
        },
      ];
    }),
  );
}

function coverageOf(judges: readonly TargetJudge[], extra: RunCoverage['extra']): RunCoverage {
  const targets = judges.map(({ recorder }) => summarizeCoverage(recorder));
  const gaps = [
    ...(judges.length === 0
      ? []
      : interfaceGaps(
          judges[0].target.description,
          judges.map(({ target }) => target),
        )),
    ...judges.flatMap(({ recorder }, n) => gapsOf(recorder, targets[n])),
  ];
  return { targets, gaps, ...(extra && { extra }) };
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
