import { rmSync } from 'node:fs';
import { targetsOf } from '../../../../fmu-sdk/check/behaviour/fmu-under-test.ts';
import { runOnTargets } from '../../../../fmu-sdk/check/behaviour/run-behaviour.ts';
import { hangs } from '../../../../fmu-sdk/check/result/cause.ts';
import { type Finding, findingsOf } from '../../../../fmu-sdk/check/result/check-result.ts';
import { behaviourRules } from '../../../../fmu-sdk/check/rule-catalogue.ts';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';
import { buildFmu } from './compile.ts';
import type { Unit } from './units.ts';

/** Findings in the unchanged FMU, which those in a mutant are compared with. */
export interface Baseline {
  /** Findings without their numbers. */
  known: string[];
  /** Rules that find a call without return. They are left out, because they take long. */
  slow: string[];
}

/** Findings that a mutant has and the unchanged FMU does not have. */
export interface Verdict {
  /** Highest severity of the new findings. */
  found: 'violation' | 'robustness' | 'advice' | 'no';
  /** Rules with new findings. */
  rules: string[];
}

/** Returns a finding as text without numbers, because these depend on times and addresses. */
const keyOf = ({ rule, target, message, severity }: Finding): string =>
  [rule, target, severity, message.replace(/[-+]?\d[\d.e+-]*|0x[0-9a-f]+/gi, '#')].join(' | ');

async function findingsIn(
  unit: Unit,
  sources: ReadonlyMap<string, string>,
  without: readonly string[] = [],
): Promise<Finding[] | undefined> {
  const folder = temporaryFolder('generated-fmu');
  try {
    const file = await buildFmu(unit, sources, folder);
    if (file === undefined) return undefined;
    const rules = behaviourRules.filter(({ id }) => !without.includes(id));
    return findingsOf(await runOnTargets(file, rules, await targetsOf(file)));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Checks the unchanged FMU of a unit. */
export async function baselineOf(unit: Unit): Promise<Baseline> {
  const findings = (await findingsIn(unit, unit.sources)) ?? [];
  const slow = findings.filter(({ cause }) => hangs(cause)).map(({ rule }) => rule);
  return { known: findings.map(keyOf), slow: [...new Set(slow)] };
}

/** Checks a mutant of a unit. */
export async function judge(
  unit: Unit,
  sources: ReadonlyMap<string, string>,
  { known, slow }: Baseline,
): Promise<Verdict> {
  const findings = (await findingsIn(unit, sources, slow)) ?? [];
  const fresh = findings.filter((finding) => !known.includes(keyOf(finding)));
  const severities = ['violation', 'robustness', 'advice'] as const;
  return {
    found: severities.find((severity) => fresh.some((finding) => finding.severity === severity)) ?? 'no',
    rules: [...new Set(fresh.map(({ rule }) => rule))],
  };
}
