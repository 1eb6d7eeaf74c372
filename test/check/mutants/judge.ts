import { rmSync } from 'node:fs';
import { targetsOf } from '../../../fmu-sdk/check/behaviour/fmu-under-test.ts';
import { runOnTargets } from '../../../fmu-sdk/check/behaviour/run-behaviour.ts';
import { readFmuContent } from '../../../fmu-sdk/check/fmu/read-fmu-content.ts';
import { type Finding, findingsOf } from '../../../fmu-sdk/check/result/check-result.ts';
import type { BehaviourRule } from '../../../fmu-sdk/check/rule.ts';
import { behaviourRules, fileRules } from '../../../fmu-sdk/check/rule-catalogue.ts';
import { runOnFiles } from '../../../fmu-sdk/check/run-file-rules.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { buildUnit, type Variant } from './build.ts';
import { isAbout, type Mutant } from './mutant.ts';

export interface Verdict {
  name: string;
  /** Detection by a rule on the fault, by another rule, or by no rule. */
  found: 'yes' | 'by accident' | 'no';
  /** Rules that have found something. */
  rules: string[];
  findings: Finding[];
}

/**
 * Returns all findings of the rules on files and on behaviour (or of some of them) in an FMU,
 * optionally with a fault.
 */
export async function judgeUnit(
  unit: string,
  variant: Variant = { name: unit },
  rules: readonly BehaviourRule[] = behaviourRules,
): Promise<Finding[]> {
  const folder = temporaryFolder('mutants');
  try {
    const file = await buildUnit(unit, folder, variant);
    return [
      ...findingsOf(runOnFiles(await readFmuContent(file), fileRules)),
      ...findingsOf(await runOnTargets(file, rules, await targetsOf(file))),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Checks a mutant with all rules on behaviour, or only with those on its fault. */
export async function judgeMutant(mutant: Mutant, onlyAbout = false): Promise<Verdict> {
  const rules = onlyAbout ? behaviourRules.filter(({ id }) => isAbout(mutant, id)) : behaviourRules;
  const findings = await judgeUnit(mutant.unit, mutant, rules);
  const ruleIds = [...new Set(findings.map(({ rule }) => rule))];
  const about = ruleIds.some((rule) => isAbout(mutant, rule));
  return {
    name: mutant.name,
    found: about ? 'yes' : ruleIds.length > 0 ? 'by accident' : 'no',
    rules: ruleIds,
    findings,
  };
}
