import schema from '../../../schemas/check-report.schema.json' with { type: 'json' };
import { readJsonFile } from '../../util/json/read-json.ts';
import { type CheckAnswers, type CheckResult, type Finding, withAnswers } from '../result/check-result.ts';

/** Earlier report to compare with. */
export interface EarlierReport {
  units: { file: string; causes: { findings: Finding[] }[] }[];
}

/**
 * Reads a JSON report of an earlier check. Throws a UserError with file and line for an invalid
 * file.
 *
 * @example
 * const earlier = readReport('last-week.json');
 * for (const { file, causes } of earlier.units) console.log(file, causes.length);
 */
export function readReport(file: string): EarlierReport {
  return readJsonFile<EarlierReport>(file, { schema }).value;
}

/**
 * Returns the results with new findings marked, and with the findings that only the earlier report
 * contains. Findings are equal if severity, file or target, and message are equal, apart from
 * numbers: lines and values may change.
 *
 * @example
 * const since = compareReports(results, readReport('last-week.json'));
 * process.stdout.write(terminalReport(since));
 */
export function compareReports(
  results: readonly CheckResult[],
  earlier: EarlierReport,
): readonly (CheckResult & CheckAnswers)[] {
  return results.map((result) => {
    const earlierFindings = new Map<string, Finding[]>();
    for (const { findings } of causesIn(earlier, result.file))
      for (const finding of findings)
        earlierFindings.set(keyOf(finding), [...(earlierFindings.get(keyOf(finding)) ?? []), finding]);
    const mark = (finding: Finding): Finding => ({
      ...finding,
      isNew: earlierFindings.get(keyOf(finding))?.shift() === undefined,
    });
    const verdicts = result.verdicts.map((verdict) => ({ ...verdict, findings: verdict.findings.map(mark) }));
    return withAnswers({ ...result, verdicts, absent: [...earlierFindings.values()].flat() });
  });
}

/** Finds an FMU by its whole path, or by its file name: reports may come from other folders. */
function causesIn({ units }: EarlierReport, file: string): { findings: Finding[] }[] {
  const name = (path: string): string => path.split(/[\\/]/).at(-1) ?? path;
  const unit =
    units.find((candidate) => candidate.file === file) ??
    units.find((candidate) => name(candidate.file) === name(file));
  return unit?.causes ?? [];
}

function keyOf({ rule, severity, message, target, place }: Finding): string {
  return JSON.stringify([rule, severity, target, place?.file, message.replace(/[-+]?\b\d[\w.+-]*/g, '#')]);
}
