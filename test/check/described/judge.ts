import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zip } from '../../../fmu-sdk/archive/write-zip.ts';
import { readFmuContent } from '../../../fmu-sdk/check/fmu/read-fmu-content.ts';
import { type Finding, findingsOf } from '../../../fmu-sdk/check/result/check-result.ts';
import { fileRules } from '../../../fmu-sdk/check/rule-catalogue.ts';
import { runOnFiles } from '../../../fmu-sdk/check/run-file-rules.ts';
import type { Change } from './change.ts';

/**
 * Returns the findings of the rules on files in an FMU with one change. `folder` holds the archive.
 */
export async function findingsIn(
  { base, files = base.files, zip: edit }: Change,
  folder: string,
): Promise<Finding[]> {
  const file = join(folder, 'unit.fmu');
  const bytes = await zip(files);
  writeFileSync(file, edit === undefined ? bytes : edit(bytes));
  return findingsOf(runOnFiles(await readFmuContent(file), fileRules));
}
