import { ruleCode } from './custom-rule.ts';
import type { Defect } from './defect.ts';
import type { FmuContent } from './fmu/fmu-content.ts';
import {
  type CheckResult,
  type Finding,
  findingOf,
  type RuleOutcome,
  ruleResultOf,
} from './result/check-result.ts';
import {
  type FileRule,
  faultOf,
  outsideVersion,
  type RuleDeclaration,
  type RuleOn,
  versionsOf,
} from './rule.ts';
import { requireDefect, requireDefects, requireReason } from './rule-answers.ts';
import { type Subjects, subjectsOf, whyNoModel } from './rule-subjects.ts';
import { interfaceTable } from './standard/interface-kinds.ts';

/** Judges the files of an FMU by every rule on files. */
export function runOnFiles(unit: FmuContent, rules: readonly FileRule[]): CheckResult {
  const verdicts = rules.map((rule) => ruleResultOf(rule, [{ judgement: judgeFiles(rule, unit) }]));
  const edition = unit.judging && { edition: unit.judging.edition };
  const fmiVersion = unit.isLegacy ? '1.0' : unit.version;
  return { file: unit.file, fmiVersion, ...edition, verdicts };
}

/** Runs one rule on the files of an FMU. */
export function judgeFiles(rule: FileRule, unit: FmuContent): RuleOutcome {
  const outside =
    outsideLegacyRules(rule, unit) ??
    outsideVersion(rule, unit.version, unit.judging) ??
    outsideInterfaces(rule, unit);
  if (outside !== undefined) return { inapplicable: outside };
  // Skips rules on a single FMI version if the version of the FMU is unknown.
  if (unit.version === undefined && unit.paths !== undefined && versionsOf(rule).length === 1)
    return { skipped: whyNoModel(unit) };
  try {
    return judge(rule as RuleOn<keyof Subjects>, unit);
  } catch (error) {
    throw faultOf(rule, unit.file, error);
  }
}

/** Findings of one rule on one FMU: who has mended so many may look again. */
const mostFindings = 10_000;

function judge<N extends keyof Subjects>(rule: RuleOn<N>, unit: FmuContent): RuleOutcome {
  const subjects = subjectsOf[rule.needs](unit);
  if ('skipped' in subjects || 'inapplicable' in subjects) return subjects;
  const findings: Finding[] = [];
  const reasons: RuleOutcome[] = [];
  const code = ruleCode(rule);
  for (const { subject, file } of subjects) {
    const inapplicable: unknown = rule.inapplicableReason?.(subject, unit);
    requireReason(code, 'inapplicableReason', inapplicable);
    const skipped: unknown = inapplicable === undefined ? rule.skipReason?.(subject, unit) : undefined;
    requireReason(code, 'skipReason', skipped);
    if (inapplicable !== undefined) reasons.push({ inapplicable });
    else if (skipped !== undefined) reasons.push({ skipped });
    else {
      const defects: unknown = rule.check(subject, unit);
      requireDefects(code, defects);
      for (const defect of defects) {
        if (findings.length === mostFindings) break;
        requireDefect(code, 'yields', defect);
        findings.push(findingOf(rule, unit.version, defect, { place: placeOf(defect, file) }));
      }
    }
  }
  return reasons.length > 0 && reasons.length === subjects.length ? reasons[0] : { findings };
}

function placeOf({ at, file: defectFile }: Defect, file: string): Finding['place'] {
  return at === undefined
    ? { file: defectFile ?? file }
    : { file: defectFile ?? file, line: at.line, column: at.column };
}

/** Returns a reason for FMUs of FMI 1.0, to which only a few rules apply. */
function outsideLegacyRules(rule: FileRule, { isLegacy }: FmuContent): string | undefined {
  return !isLegacy || rule.ofAnyVersion ? undefined : ofLegacy;
}

/** The reason why a rule does not apply to an FMU of FMI 1.0. */
export const ofLegacy = 'the FMU is of FMI 1.0';

/**
 * Returns the reason why a rule on some kinds of interface does not apply to an FMU. Returns
 * undefined if it applies, or if the kinds are unknown.
 */
function outsideInterfaces({ interfaces }: RuleDeclaration, { model }: FmuContent): string | undefined {
  if (interfaces === undefined || model === undefined) return undefined;
  const has = new Set(model.interfaces.map(({ name }) => name));
  return interfaces.some((kind) => has.has(interfaceTable[kind].element))
    ? undefined
    : `the FMU does not support ${interfaces.map((kind) => interfaceTable[kind].words).join(' or ')}`;
}
