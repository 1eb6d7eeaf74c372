import { join } from 'node:path';
import { UserError } from '../error.ts';
import { formatFinding, lintUnit } from '../lint/lint.ts';
import { type DifferentialOptions, type DifferentialResult, differential } from '../twin/differential.ts';
import { buildCore, generateFields } from './core.ts';
import { tryUnit } from './trial.ts';

/** What `fmu test` does: lint, the first steps of the default experiment, and the random drive through both forms. */
export async function testUnit(folder: string, options: DifferentialOptions): Promise<DifferentialResult> {
  generateFields(folder);
  const findings = lintUnit(join(folder, 'unit.ts'));
  if (findings.length > 0) throw new UserError(`test ${folder}:`, { details: findings.map(formatFinding) });
  return compareForms(folder, options);
}

/** The same without the lint. */
export async function compareForms(
  folder: string,
  options: DifferentialOptions,
): Promise<DifferentialResult> {
  const both = { folder, ...(await buildCore(folder)) };
  await tryUnit(both);
  return differential(both, options);
}
