import { UserError } from '../util/user-error.ts';
import { generateFields } from './generate/field-names.ts';
import { formatFinding } from './lint/lint-unit.ts';
import { lintFolders } from './lint-folders.ts';
import type { DifferentialOptions, DifferentialResult } from './reference-run/differential-test.ts';
import { componentCore } from './seal/component-core.ts';
import { compareInThread, type TrialOptions, tryInThread } from './trial/bounded-trial.ts';

/** Options of a test of a unit. */
export interface TestOptions extends DifferentialOptions, TrialOptions {}

/**
 * Tests a unit as `fmu test` does: lint, first steps of the default experiment, differential test
 * with random inputs.
 */
export async function testUnit(folder: string, options: TestOptions): Promise<DifferentialResult> {
  const manifest = generateFields(folder);
  const findings = lintFolders(new Map([[folder, manifest]]));
  if (findings.length > 0) throw new UserError(`test ${folder}:`, { details: findings.map(formatFinding) });
  return compareForms(folder, options);
}

/** Tests a unit as `testUnit` does, without the lint. */
export async function compareForms(folder: string, options: TestOptions): Promise<DifferentialResult> {
  const { stepSeconds, ...drive } = options;
  const manifest = generateFields(folder);
  const both = { folder, manifest, core: await componentCore(folder, manifest, { stepSeconds }) };
  await tryInThread(both, { stepSeconds });
  return compareInThread(both, drive, { stepSeconds });
}
