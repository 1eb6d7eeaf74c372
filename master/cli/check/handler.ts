import { join } from 'node:path';
import { SingleBar } from 'cli-progress';
import {
  checkFmu,
  type CheckOptions as FmuCheckOptions,
  recordBehaviour,
} from '../../../fmu-sdk/check/check-fmu.ts';
import { explain } from '../../../fmu-sdk/check/report/explain-rule.ts';
import { jsonReport } from '../../../fmu-sdk/check/report/json-report.ts';
import { junitReport } from '../../../fmu-sdk/check/report/junit-report.ts';
import { sarifReport } from '../../../fmu-sdk/check/report/sarif-report.ts';
import { headOf, terminalReport } from '../../../fmu-sdk/check/report/terminal-report.ts';
import type { CheckResult } from '../../../fmu-sdk/check/result/check-result.ts';
import { versionsOf } from '../../../fmu-sdk/check/rule.ts';
import {
  behaviourRules,
  fileRules,
  standardRule,
  standardRules,
} from '../../../fmu-sdk/check/rule-catalogue.ts';
import { compareReports, readReport } from '../../../fmu-sdk/check/selection/earlier-report.ts';
import { failureOf } from '../../../fmu-sdk/check/selection/failing-findings.ts';
import { nearRules } from '../../../fmu-sdk/check/selection/rule-selection.ts';
import { readWaivers, waive } from '../../../fmu-sdk/check/selection/waivers.ts';
import type { FailOn } from '../../../fmu-sdk/check/severity.ts';
import { parseMap } from '../../../fmu-sdk/util/column-match.ts';
import { writeAtomically } from '../../../fmu-sdk/util/files/atomic-write.ts';
import { requireDistinctPaths } from '../../../fmu-sdk/util/files/distinct-paths.ts';
import { packageVersion } from '../../../fmu-sdk/util/package-files.ts';
import { printableName } from '../../../fmu-sdk/util/printable.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import { renderCheckIndex } from '../../report/conformance/check-index.ts';
import { type CheckedFmu, renderCheckReport } from '../../report/conformance/check-report.ts';
import { reportOutdated } from '../build/outdated-fmu.ts';
import { print, printError, table, text, withElapsedTime } from '../command.ts';
import { exitCode } from '../exit/exit-codes.ts';
import { requireFmuFile } from '../input/input-kind.ts';
import { resolveRenamed } from '../usage/renamed-options.ts';
import { fmusChangedSince } from './changed-fmus.ts';
import { checkOptionsOf, filesRead, loadExpectedResults } from './judging-options.ts';
import { fmusIn, indexPath, linkToIndex, pagePaths, summaryTable, writeWaivers } from './many-fmus.ts';
import type { CheckOptions } from './options.ts';
import { markdownReport, parseWritten } from './written-reports.ts';

/**
 * Runs `fmu check`. It has its own file so that other commands do not load the rules. The page
 * `docs/contributing/paths.md` lists the files that a finding passes.
 */
export async function runCheck(args: CheckOptions): Promise<void> {
  if (args.list) return print(catalogue());
  if (args.explain !== undefined) return print(explanation(args.explain));
  const changed = args.since === undefined ? [] : fmusChangedSince(args.since);
  const options = { ...args, files: [...new Set([...args.files.flatMap(fmusIn), ...changed])] };
  if (options.files.length === 0 && args.since !== undefined)
    printError(`No FMU here differs from ${printableName(args.since)}.`);
  else if (options.files.length === 0)
    throw new UserError('check: no file is named. Name .fmu files, or use --list or --explain RULE.');
  // Invalid waivers fail before any FMU runs.
  const waivers = options.waivers === undefined ? [] : readWaivers(options.waivers);
  const earlier = options.against === undefined ? undefined : readReport(options.against);
  for (const file of options.files) requireFmuFile('check', file);
  const { output, report: page } = options;
  const read = [...options.files, ...filesRead(options)];
  requireDistinctPaths('check: write', output, read);
  requireDistinctPaths('check: write', page, output === undefined ? read : [...read, output]);
  requireDistinctPaths('check: write', options.writeWaivers, defined(...options.files, output, page));
  const written = parseWritten(options.write);
  for (const { file } of written) requireDistinctPaths('check: write', file, defined(...read, output, page));
  const checkOptions = { ...checkOptionsOf(options), ...expectedResultsOption(options) };
  const judged: CheckResult[] = [];
  reportOutdated(options.files);
  for (const file of options.files) judged.push(await checkOne(file, checkOptions, options));
  const { results: marked, notes } = waive(judged, waivers, new Date().toISOString().slice(0, 10));
  const results = earlier === undefined ? marked : compareReports(marked, earlier);
  const failOn: readonly FailOn[] = ['violation', ...(options.failOn ?? [])];
  const report = reportText(results, options, failOn);
  if (options.output === undefined) print(report.trimEnd());
  else writeAtomically(options.output, report);
  // The log of a build holds the verdict also if the report is a file.
  if (output !== undefined && results.length === 1) print(headOf(results[0]).join('\n'));
  if (results.length > 1 && (output !== undefined || options.format === 'terminal'))
    print(`${output === undefined ? '\n' : ''}${summaryTable(results)}`);
  for (const { format, file } of written)
    writeAtomically(file, reportText(results, { ...options, format }, failOn));
  for (const note of notes) printError(note);
  if (options.writeWaivers !== undefined) writeWaivers(options.writeWaivers, waivers, results);
  if (options.report !== undefined || options.reportDir !== undefined) await writePages(results, options);
  const failure = failureOf(results, failOn, requestedRules(options));
  process.exitCode = failure === undefined ? exitCode.done : exitCode.findings;
}

const defined = (...paths: (string | undefined)[]): string[] => paths.filter((path) => path !== undefined);

/** Returns the rules that answer a question of the user (`--same-as`, `--reference`). */
function requestedRules({ sameAs, reference }: CheckOptions): string[] {
  return [
    ...(sameAs === undefined ? [] : ['oracle/same-as']),
    ...(reference === undefined ? [] : ['oracle/results']),
  ];
}

/** Returns the expected results of one FMU: given ones, and results in the archive. */
function expectedResultsOption(options: CheckOptions): Pick<FmuCheckOptions, 'results'> {
  const { reference, files } = options;
  const inputs = resolveRenamed('check', 'input', options.input, 'inputs', options.inputs);
  const tolerance = resolveRenamed('check', 'relative', options.relative, 'tolerance', options.tolerance);
  const { map } = options;
  const [needy] = Object.entries({ input: inputs, relative: tolerance, map }).filter(
    ([, value]) => value !== undefined,
  );
  if (reference === undefined && needy !== undefined)
    throw new UserError(`check: --${needy[0]} needs expected results. Name them by --reference.`);
  if (reference === undefined) return {};
  if (files.length !== 1)
    throw new UserError(
      `check: --reference ${reference} belongs to one FMU, got ${files.length} FMUs. Name one.`,
    );
  if (tolerance !== undefined && !(tolerance > 0 && tolerance < 1))
    throw new UserError(`check: --relative must be above 0 and below 1, such as 1e-4, got ${tolerance}.`);
  if (options.static)
    throw new UserError(
      `check: --reference ${reference} needs a run, and --static runs nothing. Leave one of them out.`,
    );
  const userResults = {
    reference,
    ...(inputs !== undefined && { inputs }),
    ...(tolerance !== undefined && { tolerance }),
    ...(map !== undefined && { names: parseMap('check', map) }),
  };
  return { results: (file) => loadExpectedResults(file, options, userResults) };
}

/** Writes the HTML pages. For their plots it runs each FMU again over the default experiment. */
async function writePages(results: readonly CheckResult[], options: CheckOptions): Promise<void> {
  const units: CheckedFmu[] = [];
  for (const result of results) {
    if (options.static) {
      units.push({ result, recordings: [], notRecorded: 'only files were checked (--static)' });
    } else {
      const { recordings, why } = await recordBehaviour(result.file, checkOptionsOf(options));
      units.push({ result, recordings, notRecorded: why });
    }
  }
  const version = packageVersion();
  if (options.report !== undefined) {
    writeAtomically(options.report, renderCheckReport(units, version));
    if (options.format === 'terminal') print(text`report  ${options.report}`);
  }
  if (options.reportDir === undefined) return;
  const pages = pagePaths(results.map(({ file }) => file));
  const indexName = indexPath(pages);
  for (const [k, unit] of units.entries())
    writeAtomically(
      join(options.reportDir, pages[k]),
      renderCheckReport([unit], version, linkToIndex(pages[k], indexName)),
    );
  const index = join(options.reportDir, indexName);
  writeAtomically(index, renderCheckIndex(results, pages, version));
  if (options.format === 'terminal') print(text`report  ${index}`);
}

/** Checks one FMU. Shows a progress bar on a terminal, elsewhere a dot for each second. */
async function checkOne(
  file: string,
  checkOptions: FmuCheckOptions,
  { static: onlyFiles }: CheckOptions,
): Promise<CheckResult> {
  if (onlyFiles) return checkFmu(file, checkOptions);
  if (!process.stderr.isTTY)
    return withElapsedTime(text`${file}: checking`, () => checkFmu(file, checkOptions));
  const bar = new SingleBar({
    format: `{bar} {percentage} %  ${printableName(file)}`,
    clearOnComplete: true,
    hideCursor: true,
  });
  bar.start(100, 0);
  try {
    return await checkFmu(file, {
      ...checkOptions,
      onProgress: (share) => bar.update(Math.round(100 * share)),
    });
  } finally {
    bar.stop();
  }
}

function reportText(
  results: readonly CheckResult[],
  { format, verbose }: Pick<CheckOptions, 'format' | 'verbose'>,
  failOn: readonly FailOn[],
): string {
  if (format === 'json') return jsonReport(results);
  if (format === 'junit') return junitReport(results, failOn);
  if (format === 'sarif') return sarifReport(results, packageVersion());
  if (format === 'markdown') return markdownReport(results);
  return terminalReport(results, { verbose });
}

function catalogue(): string {
  const rows = standardRules.map((rule) => [
    rule.id,
    rule.severity,
    versionsOf(rule)
      .map((version) => version[0])
      .join(' '),
    rule.title,
  ]);
  return `${table([['rule', 'severity', 'FMI', 'what the rule checks'], ...rows])}\n\n${fileRules.length} rules on files, ${behaviourRules.length} rules on behaviour`;
}

function explanation(id: string): string {
  const rule = standardRule(id);
  if (rule !== undefined) return explain(rule);
  const near = nearRules(id, standardRules);
  throw new UserError(
    `check: rule ${id} does not exist.${near.length > 0 ? ` Did you mean ${near.join(', ')}?` : ''} "fmu check --list" prints all rules.`,
  );
}
