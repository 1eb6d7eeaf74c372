import { UserError } from '../error.ts';
import { staticRules } from './catalogue.ts';
import { dynamicRules } from './dynamic/catalogue.ts';
import { targetsOf } from './dynamic/laboratory.ts';
import { type Recording, recordRun } from './dynamic/recording.ts';
import { notRun, runDynamic } from './dynamic/run.ts';
import type { Target } from './dynamic/target.ts';
import { openFmu } from './fmu/open.ts';
import type { CheckResult } from './result.ts';
import { runStatic } from './run.ts';

/** Checks a unit (an archive, a folder or a bare XML file) by the whole catalogue of static rules. */
export async function checkUnit(file: string): Promise<CheckResult> {
  return runStatic(await openFmu(file), staticRules);
}

/**
 * Runs a unit by the whole catalogue of dynamic rules: native code in processes of its own, components in a sandbox.
 * `onProgress` is told the share that is done (0 … 1).
 */
export async function checkBehaviour(
  file: string,
  onProgress?: (share: number) => void,
): Promise<CheckResult> {
  if (!/\.fmu$/i.test(file)) return notRun(file, dynamicRules, 'only files were given, and not the unit');
  let targets: Target[];
  try {
    targets = await targetsOf(file);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return notRun(file, dynamicRules, error.message);
  }
  if (targets.length === 0)
    return notRun(file, dynamicRules, 'the unit has no binary that runs on this machine');
  return runDynamic(file, dynamicRules, targets, onProgress);
}

/** Runs the default experiment of a unit on everything that runs here; `why` says why nothing does. */
export async function recordBehaviour(file: string): Promise<{ recordings: Recording[]; why?: string }> {
  if (!/\.fmu$/i.test(file)) return { recordings: [], why: 'only files were given, and not the unit' };
  const recordings: Recording[] = [];
  try {
    for (const target of await targetsOf(file)) recordings.push(await recordRun(target));
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { recordings, why: error.message };
  }
  const why = recordings.length === 0 ? 'the unit has no binary that runs on this machine' : undefined;
  return { recordings, why };
}

/** Both parts of a check as one. */
export function joined(files: CheckResult, behaviour: CheckResult): CheckResult {
  return { ...files, verdicts: [...files.verdicts, ...behaviour.verdicts] };
}
