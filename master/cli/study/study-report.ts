import { writeAtomically } from '../../../fmu-sdk/util/files/atomic-write.ts';
import { requireDistinctPaths } from '../../../fmu-sdk/util/files/distinct-paths.ts';
import { renderStudyPage } from '../../report/study/render-study-page.ts';
import { readStudyTable } from '../../results/study-table.ts';

/**
 * Writes the page of a study from its table. Returns false if the table has no rows of a study.
 *
 * @param study its study.json
 */
export async function writeStudyReport(table: string, output: string, study?: string): Promise<boolean> {
  requireDistinctPaths('report', output, [table]);
  const page = await readStudyTable(table, study);
  if (page === undefined) return false;
  writeAtomically(output, renderStudyPage(page));
  return true;
}
