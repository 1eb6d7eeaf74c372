import { SingleBar } from 'cli-progress';
import {
  behaviourRules,
  fileRules,
  standardRule,
  standardRules,
} from '../../fmu-sdk/conformance/catalogue.ts';
import {
  checkFmu,
  type CheckOptions as FmuCheckOptions,
  joined,
  recordBehaviour,
} from '../../fmu-sdk/conformance/check.ts';
import { notRun } from '../../fmu-sdk/conformance/dynamic/run.ts';
import { explain } from '../../fmu-sdk/conformance/report/explain.ts';
import { jsonReport } from '../../fmu-sdk/conformance/report/json.ts';
import { junitReport } from '../../fmu-sdk/conformance/report/junit.ts';
import { terminalReport } from '../../fmu-sdk/conformance/report/lines.ts';
import { sarifReport } from '../../fmu-sdk/conformance/report/sarif.ts';
import { type CheckResult, worst } from '../../fmu-sdk/conformance/result.ts';
import { versionsOf } from '../../fmu-sdk/conformance/rule.ts';
import type { RuleClass } from '../../fmu-sdk/conformance/rule-class.ts';
import { UserError } from '../../fmu-sdk/error.ts';
import { writeWhole } from '../../fmu-sdk/files/whole.ts';
import { packageVersion } from '../../fmu-sdk/package.ts';
import { nameText } from '../../fmu-sdk/printable.ts';
import { type CheckedUnit, renderCheckReport } from '../report/conformance/report.ts';
import type { CheckOptions, Format } from './check-options.ts';
import { print, table } from './command.ts';
import { permissionsOf } from './permissions.ts';
import { policyOf } from './signature-policy.ts';

type Running = Pick<FmuCheckOptions, 'requireSignature' | 'keyRing' | 'allow'>;

/** Exit code by the worst finding: a violation 1, anything else or nothing 0. (2 is wrong usage.) */
const exitCodes: Record<RuleClass, number> = { violation: 1, robustness: 0, advice: 0 };

/** What `fmu check` does: in a file of its own, so that other commands need not load the rules. */
export async function runCheck(options: CheckOptions): Promise<void> {
  if (options.list) return print(catalogue());
  if (options.explain !== undefined) return print(explanation(options.explain));
  if (options.files.length === 0)
    throw new UserError('check: no file is named. Name .fmu files, or use --list or --explain RULE.');
  const results: CheckResult[] = [];
  for (const file of options.files) results.push(await checkOne(file, options));
  const report = write(results, options.format);
  if (options.output === undefined) print(report.trimEnd());
  else writeWhole(options.output, report);
  if (options.report !== undefined) await writePage(options.report, results, options);
  const gravest = worst(results);
  process.exitCode = gravest === undefined ? 0 : exitCodes[gravest];
}

/** Writes the HTML page, for which the units are run once more: over their default experiments. */
async function writePage(
  page: string,
  results: readonly CheckResult[],
  options: CheckOptions,
): Promise<void> {
  const units: CheckedUnit[] = [];
  for (const result of results) {
    if (options.static) {
      const why = 'only the files were looked at';
      const whole = joined(result, notRun(result.file, behaviourRules, why));
      units.push({ result: whole, recordings: [], notRecorded: why });
    } else {
      const { recordings, why } = await recordBehaviour(result.file, running(options));
      units.push({ result, recordings, notRecorded: why });
    }
  }
  writeWhole(page, renderCheckReport(units, packageVersion()));
}

async function checkOne(file: string, options: CheckOptions): Promise<CheckResult> {
  const asked = running(options);
  return options.static ? checkFmu(file, { rules: fileRules, ...asked }) : checkWhole(file, asked);
}

/** Who has to have signed what is checked, and what it may do. */
function running({ requireSignature, keyRing, allow }: CheckOptions): Running {
  return { requireSignature: policyOf(requireSignature), keyRing, allow: permissionsOf('check', allow) };
}

/** Checks files and behaviour, with a bar on a terminal. */
async function checkWhole(file: string, asked: Running): Promise<CheckResult> {
  const bar = process.stderr.isTTY
    ? new SingleBar({
        format: `{bar} {percentage} %  ${nameText(file)}`,
        clearOnComplete: true,
        hideCursor: true,
      })
    : undefined;
  bar?.start(100, 0);
  try {
    return await checkFmu(file, { ...asked, onProgress: (share) => bar?.update(Math.round(100 * share)) });
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
  const rows = standardRules.map((rule) => [
    rule.id,
    rule.class,
    versionsOf(rule)
      .map((version) => version[0])
      .join(' '),
    rule.title,
  ]);
  return `${table([['rule', 'class', 'FMI', 'a conforming unit'], ...rows])}\n\n${fileRules.length} rules on files, ${behaviourRules.length} rules on behaviour`;
}

function explanation(id: string): string {
  const rule = standardRule(id);
  if (rule !== undefined) return explain(rule);
  const near = standardRules
    .map((each) => each.id)
    .filter((each) => each.includes(id.split('/').at(-1) ?? id));
  throw new UserError(
    `check: there is no rule ${id}.${near.length > 0 ? ` Do you mean ${near.slice(0, 5).join(', ')}?` : ''} "fmu check --list" names all.`,
  );
}
