import { UserError } from '../error.ts';
import { formatFinding } from '../lint/lint.ts';
import type { DifferentialOptions, DifferentialResult } from '../twin/differential.ts';
import { compareInThread, type TrialOptions, tryInThread } from './bounded-trial.ts';
import { componentCore } from './component-core.ts';
import { generateFields } from './fields.ts';
import { lintFolders } from './lint-folder.ts';

/** How a unit is tested. */
export interface TestOptions extends DifferentialOptions, TrialOptions {}

/** What `fmu test` does: lint, the first steps of the default experiment, and the random drive through both forms. */
export async function testUnit(folder: string, options: TestOptions): Promise<DifferentialResult> {
  const manifest = generateFields(folder);
  const findings = lintFolders(new Map([[folder, manifest]]));
  if (findings.length > 0) throw new UserError(`test ${folder}:`, { details: findings.map(formatFinding) });
  return compareForms(folder, options);
}

/** The same without the lint. */
export async function compareForms(folder: string, options: TestOptions): Promise<DifferentialResult> {
  const { stepSeconds, ...drive } = options;
  const manifest = generateFields(folder);
  const both = { folder, manifest, core: await componentCore(folder, manifest, { stepSeconds }) };
  await tryInThread(both, { stepSeconds });
  return compareInThread(both, drive, { stepSeconds });
}
