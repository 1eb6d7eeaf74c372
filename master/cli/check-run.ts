import { writeFileSync } from 'node:fs';
import { SingleBar } from 'cli-progress';
import { staticRule, staticRules } from '../../fmu-sdk/conformance/catalogue.ts';
import { checkBehaviour, checkUnit, joined, recordBehaviour } from '../../fmu-sdk/conformance/check.ts';
import { dynamicRule, dynamicRules } from '../../fmu-sdk/conformance/dynamic/catalogue.ts';
import { notRun } from '../../fmu-sdk/conformance/dynamic/run.ts';
import { explain, explainConduct } from '../../fmu-sdk/conformance/report/explain.ts';
import { jsonReport } from '../../fmu-sdk/conformance/report/json.ts';
import { junitReport } from '../../fmu-sdk/conformance/report/junit.ts';
import { terminalReport } from '../../fmu-sdk/conformance/report/lines.ts';
import { sarifReport } from '../../fmu-sdk/conformance/report/sarif.ts';
import { type CheckResult, worst } from '../../fmu-sdk/conformance/result.ts';
import type { Severity } from '../../fmu-sdk/conformance/rule.ts';
import { UserError } from '../../fmu-sdk/error.ts';
import { packageVersion } from '../../fmu-sdk/package.ts';
import { type CheckedUnit, renderCheckReport } from '../report/conformance/report.ts';
import type { CheckOptions, Format } from './check.ts';
import { print, table } from './command.ts';

/** Exit code by the worst finding: an error 1, a warning 3, a note or nothing 0. (2 is wrong usage.) */
const exitCodes: Record<Severity, number> = { error: 1, warning: 3, note: 0 };

/** What `fmu check` does: in a file of its own, so that other commands need not load the rules. */
export async function runCheck(options: CheckOptions): Promise<void> {
  if (options.list) return print(catalogue());
  if (options.explain !== undefined) return print(explanation(options.explain));
  if (options.files.length === 0)
    throw new UserError('check: no file is named. Name .fmu files, or use --list or --explain RULE.');
  const results: CheckResult[] = [];
  for (const file of options.files) {
    const files = await checkUnit(file);
    results.push(options.static ? files : joined(files, await behaviour(file)));
  }
  const report = write(results, options.format);
  if (options.output === undefined) process.stdout.write(report);
  else writeFileSync(options.output, report);
  if (options.report !== undefined) await writePage(options.report, results, options.static);
  const severity = worst(results);
  process.exitCode = severity === undefined ? 0 : exitCodes[severity];
}

/** Writes the HTML page, for which the units are run once more: over their default experiments. */
async function writePage(page: string, results: readonly CheckResult[], filesOnly: boolean): Promise<void> {
  const units: CheckedUnit[] = [];
  for (const result of results) {
    if (filesOnly) {
      const why = 'only the files were looked at';
      const whole = joined(result, notRun(result.file, dynamicRules, why));
      units.push({ result: whole, recordings: [], notRecorded: why });
    } else {
      const { recordings, why } = await recordBehaviour(result.file);
      units.push({ result, recordings, notRecorded: why });
    }
  }
  writeFileSync(page, renderCheckReport(units, packageVersion()));
}

/** Runs the unit, with a bar on a terminal. */
async function behaviour(file: string): Promise<CheckResult> {
  const bar = process.stderr.isTTY
    ? new SingleBar({ format: `{bar} {percentage} %  ${file}`, clearOnComplete: true, hideCursor: true })
    : undefined;
  bar?.start(100, 0);
  try {
    return await checkBehaviour(file, (share) => bar?.update(Math.round(100 * share)));
  } finally {
    bar?.stop();
  }
}

function write(results: readonly CheckResult[], format: Format): string {
  if (format === 'json') return jsonReport(results);
  if (format === 'junit') return junitReport(results);
  if (format === 'sarif') return sarifReport(results, packageVersion());
  return terminalReport(results);
}

function catalogue(): string {
  const rows = [...staticRules, ...dynamicRules].map((rule) => [
    rule.id,
    rule.severity,
    [rule.fmi2 === undefined ? [] : '2', rule.fmi3 === undefined ? [] : '3'].flat().join(' ') || '2 3',
    rule.title,
  ]);
  return `${table([['rule', 'severity', 'FMI', 'a conforming unit'], ...rows])}\n\n${staticRules.length} static rules, ${dynamicRules.length} dynamic rules`;
}

function explanation(id: string): string {
  const rule = staticRule(id);
  if (rule !== undefined) return explain(rule);
  const conduct = dynamicRule(id);
  if (conduct !== undefined) return explainConduct(conduct);
  const near = [...staticRules, ...dynamicRules]
    .map((each) => each.id)
    .filter((each) => each.includes(id.split('/').at(-1) ?? id));
  throw new UserError(
    `check: there is no rule ${id}.${near.length > 0 ? ` Do you mean ${near.slice(0, 5).join(', ')}?` : ''} "fmu check --list" names all.`,
  );
}
