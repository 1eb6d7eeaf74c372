import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { targetsOf } from '../../../fmu-sdk/check/behaviour/fmu-under-test.ts';
import { runOnTargets } from '../../../fmu-sdk/check/behaviour/run-behaviour.ts';
import { type Finding, findingsOf } from '../../../fmu-sdk/check/check-result.ts';
import { openFmu } from '../../../fmu-sdk/check/fmu/open-checked.ts';
import type { BehaviourRule } from '../../../fmu-sdk/check/rule.ts';
import { behaviourRules, fileRules } from '../../../fmu-sdk/check/rule-catalogue.ts';
import { runOnFiles } from '../../../fmu-sdk/check/run-file-rules.ts';
import { buildUnit } from './build.ts';
import { isAbout, type Mutant } from './mutant.ts';

export interface Verdict {
  name: string;
  /** A rule that is about the fault has found it; another rule has; none. */
  found: 'yes' | 'by accident' | 'no';
  /** Rules that have found something. */
  rules: string[];
  findings: Finding[];
}

/** All that the rules on files and those on behaviour (or some of them) find in a unit as it is, or with the mutant's edits. */
export async function judgeUnit(
  unit: string,
  mutant: Partial<Mutant> & { name: string } = { name: unit },
  rules: readonly BehaviourRule[] = behaviourRules,
): Promise<Finding[]> {
  const folder = mkdtempSync(join(tmpdir(), 'fmukit-mutants-'));
  try {
    const file = await buildUnit(unit, folder, mutant);
    return [
      ...findingsOf(runOnFiles(await openFmu(file), fileRules)),
      ...findingsOf(await runOnTargets(file, rules, await targetsOf(file))),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Judges a mutant by all rules on behaviour, or by those alone that are about its fault. */
export async function judgeMutant(mutant: Mutant, onlyAbout = false): Promise<Verdict> {
  const rules = onlyAbout ? behaviourRules.filter(({ id }) => isAbout(mutant, id)) : behaviourRules;
  const findings = await judgeUnit(mutant.unit, mutant, rules);
  const found = [...new Set(findings.map(({ rule }) => rule))];
  const about = found.some((rule) => isAbout(mutant, rule));
  return {
    name: mutant.name,
    found: about ? 'yes' : found.length > 0 ? 'by accident' : 'no',
    rules: found,
    findings,
  };
}
