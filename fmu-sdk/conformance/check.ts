import { staticRules } from './catalogue.ts';
import { openFmu } from './fmu/open.ts';
import type { CheckResult } from './result.ts';
import { runStatic } from './run.ts';

/** Checks a unit (an archive, a folder or a bare XML file) by the whole catalogue of static rules. */
export async function checkUnit(file: string): Promise<CheckResult> {
  return runStatic(await openFmu(file), staticRules);
}
