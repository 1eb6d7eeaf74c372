import { FmuGoneError } from '../../host/instance/fmi-api.ts';
import { messageOf, UserError } from '../../util/user-error.ts';
import { ruleCode } from '../custom-rule.ts';
import { type Defect, sentence } from '../defect.ts';
import type { FmiVersion } from '../model/fmi-version.ts';
import { type Cause, sameCause } from '../result/cause.ts';
import { type Finding, findingOf, type RuleOutcome } from '../result/check-result.ts';
import { type BehaviourRule, faultOf, outsideVersion } from '../rule.ts';
import { refuseDefects, requireDefect, requireReason } from '../rule-answers.ts';
import type { Severity } from '../severity.ts';
import { type EditionFilter, newest } from '../standard/editions.ts';
import { interfaceTable } from '../standard/interface-kinds.ts';
import { shorten } from './call-script.ts';
import type { Target } from './check-target.ts';
import { firstSeed } from './extra-rounds.ts';
import { CallRefused, Probe, RuleSkipped } from './fmu-probe.ts';
import { crashReason } from './process/death-text.ts';
import type { CpuBudget } from './process/time-budget.ts';
import type { RuleContext } from './rule-context.ts';
import type { TrialFailure } from './trajectory/trial-result.ts';

/** Further input of a verdict. */
export interface JudgeOptions {
  /** Result of the ordinary run. Default: unknown. */
  readonly trial?: TrialFailure;
  /** Edition of the standard to judge by. Default: the newest. */
  readonly judging?: EditionFilter;
  /** Remaining CPU time. Default: unlimited. */
  readonly budget?: CpuBudget;
  /** Seed of random choices. Default: the seed of ordinary checks. */
  readonly seed?: number;
}

type Report = (probe: Probe | undefined, defect: Defect, severity?: Severity) => void;

/**
 * Judges one target by one rule. Reports a finding under any rule if the FMU dies, or if it refuses
 * an allowed call.
 *
 * If an ordinary run failed before (`trial`), the rules on that failure report it, and other rules
 * are skipped.
 */
export async function judgeTarget(
  rule: BehaviourRule,
  target: Target,
  { trial, judging, budget, seed }: JudgeOptions = {},
): Promise<RuleOutcome> {
  const why =
    outsideVersion(rule, versionOf(target), judging) ??
    outsideInterface(rule, target) ??
    reasonOf(rule, target);
  if (why !== undefined) return { inapplicable: why };
  if (trial !== undefined && cannotRun(rule, trial)) return { skipped: trial.why };
  if (trial?.death !== undefined && reportsTrial(rule, trial))
    return crashInTrial(rule, target, trial, trial.death);
  if (budget?.isOver) return { skipped: budget.why };
  const probes: Probe[] = [];
  const findings: Finding[] = [];
  const amounts: string[] = [];
  const code = ruleCode(rule);
  let mistake: unknown;
  const report: Report = (probe, defect, severity = rule.severity) => {
    mistake = errorOf(() => requireDefect(code, 'reports', defect));
    if (mistake !== undefined) throw mistake;
    const cause = defect.cause ?? causeOf(probe, defect);
    const origin = { target: target.name, sequence: shorten(probe?.script ?? []) };
    const about = { ...rule, severity };
    findings.push(findingOf(about, versionOf(target), { ...defect, ...(cause && { cause }) }, origin));
  };
  try {
    const answer: unknown = await rule.check(
      contextOf(target, probes, report, amounts, { judging, budget, seed }),
    );
    mistake = errorOf(() => refuseDefects(code, answer));
    if (mistake !== undefined) throw mistake;
  } catch (error) {
    // Of the rule, and not of the FMU, for which it would be skipped.
    if (mistake !== undefined) throw mistake;
    const skipped = reportEarlyEnd(error, rule, target, probes, report);
    if (findings.length === 0 && skipped !== undefined) return { skipped };
  } finally {
    for (const probe of probes) probe.close();
  }
  const met = (finding: Finding): boolean => sameCause(finding.cause, trial?.cause);
  return trial !== undefined && !reportsTrial(rule, trial) && findings.length > 0 && findings.every(met)
    ? { skipped: trial.why }
    : { findings, ...(amounts.length > 0 ? { said: amounts.join(', ') } : {}) };
}

/** Why the rule does not speak of this target. */
function reasonOf(rule: BehaviourRule, target: Target): string | undefined {
  let reason: unknown;
  try {
    reason = rule.inapplicableReason?.(target);
  } catch (error) {
    throw faultOf(rule, target.name, error);
  }
  requireReason(ruleCode(rule), 'inapplicableReason', reason);
  return reason;
}

/** Returns the error that `require` throws. */
function errorOf(require: () => void): unknown {
  try {
    require();
  } catch (thrown) {
    return thrown;
  }
  return undefined;
}

/**
 * Returns true if the rule cannot check anything: an FMU that does not load allows no calls, one
 * without an instance few.
 */
function cannotRun(rule: BehaviourRule, { stage, cause }: TrialFailure): boolean {
  if (stage === 'load') return cause === undefined || rule.stage !== 'instantiate';
  return stage === 'instantiate' && rule.stage !== 'load' && rule.stage !== 'instantiate';
}

/** Returns true if the rule reports the failure of the trial. */
function reportsTrial(rule: BehaviourRule, { stage }: TrialFailure): boolean {
  return rule.stage === (stage === 'run' ? 'run' : 'instantiate');
}

function crashInTrial(
  rule: BehaviourRule,
  target: Target,
  { cause }: TrialFailure,
  { error, script }: NonNullable<TrialFailure['death']>,
): RuleOutcome {
  const defect = { ...crashDefect(error), ...(cause && { cause }) };
  const origin = { target: target.name, sequence: shorten(script) };
  const about = { ...rule, severity: crashSeverity(rule) };
  return { findings: [findingOf(about, versionOf(target), defect, origin)] };
}

/**
 * Returns the severity of a crash. FMUs must survive all allowed calls, whatever the rule.
 * Robustness rules make forbidden calls, and parameters that the check has chosen may be
 * inconsistent.
 */
function crashSeverity(rule: BehaviourRule, probe?: Probe): Severity {
  return rule.severity === 'robustness' || probe?.hasChosenParameters ? 'robustness' : 'violation';
}

/** Reports the early end of a rule as a finding, or returns the reason to skip it. */
function reportEarlyEnd(
  error: unknown,
  rule: BehaviourRule,
  target: Target,
  probes: readonly Probe[],
  report: Report,
): string | undefined {
  if (error instanceof FmuGoneError) {
    const dead = probes.find(({ trouble }) => trouble?.kind === 'crash') ?? probes.at(-1);
    report(dead, crashDefect(error), crashSeverity(rule, dead));
  } else if (error instanceof CallRefused) {
    const probe = probes.find(({ trouble }) => trouble === error.cause) ?? probes.at(-1);
    report(probe, { ...refusalDefect(error), ...error.lowerSeverity });
  } else if (error instanceof RuleSkipped || error instanceof UserError) return messageOf(error);
  else throw faultOf(rule, target.name, error);
  return undefined;
}

/** Returns the last trouble of the probe if the rule's finding is about it. */
function causeOf(probe: Probe | undefined, { expected }: Defect): Cause | undefined {
  const met = probe?.trouble ?? probe?.refusal;
  return met?.kind === 'crash' || probe?.refusal !== undefined || expected === 'ok' ? met : undefined;
}

export function versionOf({ fmi }: Target): FmiVersion {
  return `${fmi}.0`;
}

function contextOf(
  target: Target,
  probes: Probe[],
  report: Report,
  amounts: string[],
  { judging, budget, seed = firstSeed }: JudgeOptions,
): RuleContext {
  return {
    target,
    edition: judging?.edition ?? newest[versionOf(target)],
    description: target.description,
    variables: target.description.variables,
    seed,
    open: async (opened = target) => {
      const { calls, footprint } = await opened.open();
      const probe = new Probe(opened, calls, footprint, budget);
      probes.push(probe);
      return probe;
    },
    skip: (why) => {
      throw new RuleSkipped(why);
    },
    reportAmount: (what) => void amounts.push(what),
    report: (probe, defect) => report(probe, defect),
  };
}

function crashDefect(error: FmuGoneError): Defect {
  const last = error.log.map(({ message }) => message).at(-1);
  return {
    message: `The FMU process ended: ${sentence(crashReason(error))}${last === undefined ? '' : ` Its last log message: ${sentence(last.trim())}`}`,
    expected: 'a status from every call',
  };
}

function refusalDefect({ message, cause }: CallRefused): Defect {
  return { message: `The FMU refuses an allowed call: ${sentence(message)}`, expected: 'ok', cause };
}

function outsideInterface({ interfaces }: BehaviourRule, { kind }: Target): string | undefined {
  if (interfaces === undefined || interfaces.includes(kind)) return undefined;
  return `only ${interfaces.map((item) => interfaceTable[item].words).join(' and ')} can show it`;
}
