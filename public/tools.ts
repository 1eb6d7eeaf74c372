import { type BuildOptions, buildKinds } from '../fmu-sdk/build/build-options.ts';
import type { BuildResult } from '../fmu-sdk/build/build-unit.ts';
import type { CheckOptions } from '../fmu-sdk/check/check-fmu.ts';
import type { CheckAnswers, CheckResult } from '../fmu-sdk/check/result/check-result.ts';
import { hosts } from '../fmu-sdk/host/choice/host-registry.ts';
import type { Platform } from '../fmu-sdk/util/c-compiler/compilers.ts';
import { requirePath } from '../fmu-sdk/util/files/require-path.ts';
import { explainMissing } from '../fmu-sdk/util/optional-package.ts';
import { type OptionTable, requireOptions } from '../fmu-sdk/util/require-options.ts';
import { UserError } from '../fmu-sdk/util/user-error.ts';
import type { Advice } from '../master/advise/advise.ts';
import type { AnyCommand, Command } from '../master/cli/command.ts';
import type { ExportResult } from '../master/cli/export/handler.ts';
import type { PackResult } from '../master/pack/written/pack-file.ts';
import type { Comparison, Tolerances } from '../master/results/compare-results.ts';
import { readResults, type TimeTable } from '../master/results/read-results.ts';
import { loadSystem } from '../master/run/open/load-file.ts';
import type { RunResult } from '../master/run/worker/run-protocol.ts';
import type { StudyResult } from '../master/study/run-study.ts';
import { requireChecked } from '../master/system/require-checked.ts';
import type { CheckedSystem } from '../master/system/system.ts';

export type { BuildOptions, CheckOptions, CheckResult, Command };

/**
 * Builds a unit folder (`unit.json`, `unit.ts`) into `<out>/<name>.fmu`, with native binaries on
 * request. The compilers are optional packages. If one is missing, a UserError explains how to
 * install it.
 *
 * @example
 * const { file } = await buildUnit('my-filter', 'dist');
 */
export async function buildUnit(
  folder: string,
  out: string,
  options: BuildOptions = {},
): Promise<BuildResult> {
  requirePath('build', folder);
  requirePath(`build ${folder}: output`, out);
  requireOptions(`build ${folder}`, options, buildKinds);
  try {
    const tools = await import('../fmu-sdk/build/build-unit.ts');
    return await tools.buildUnit(folder, out, options);
  } catch (error) {
    throw explainMissing(`build ${folder}`, error);
  }
}

/**
 * Checks an FMU against FMI 2.0 and 3.0, with the rules of this package or with `rules`. The entry
 * `fmukit/check` exports the rules. `check` is its short name.
 *
 * @example
 * const { passed, conclusion, findings } = await checkFmu('dist/my-filter.fmu');
 * const { passed: conforms } = await check('dist/my-filter.fmu'); // short name
 */
export async function checkFmu(
  file: string,
  options: CheckOptions = {},
): Promise<CheckResult & CheckAnswers> {
  const tools = await import('../fmu-sdk/check/check-fmu.ts');
  return tools.checkFmu(file, options);
}

/** Options of `advise`. */
interface SearchOptions {
  /** Largest error of an interface value, relative to its nominal value or range. Default: 1e-3. */
  error?: number | undefined;
  /** Time budget of the search [s]. Default: 30. */
  seconds?: number | undefined;
  /** Time at which trial runs end early [s]. */
  until?: number | undefined;
}

/**
 * Finds the cheapest coupling scheme, order and step for an error, by trial runs. `system` is a file
 * or what `loadSystem` returned.
 *
 * @example
 * const { scheme, step, algorithm, error, met, why } = await advise('chain.json', { error: 1e-3 });
 */
export async function advise(
  system: CheckedSystem | string,
  options: SearchOptions = {},
): Promise<
  Pick<Advice, 'algorithm' | 'error' | 'met' | 'sureness' | 'why'> &
    Pick<Advice['algorithm'], 'scheme' | 'order' | 'step'>
> {
  requireOptions('advise', options, { error: 'number', seconds: 'number', until: 'number' });
  const { error = 1e-3, seconds = 30, until } = options;
  const loaded = typeof system === 'string' ? await loadSystem(system) : system;
  requireChecked('advise', loaded);
  const [{ advise: search }, { trialRunnerOf }] = await Promise.all([
    import('../master/advise/advise.ts'),
    import('../master/run/scheme/trial-factory.ts'),
  ]);
  const found = await search(trialRunnerOf(loaded, { hosts }), {
    error,
    seconds,
    ...(until !== undefined && { until }),
  });
  const { algorithm, error: reached, met, sureness, why } = found;
  // As in a system file: without entries that are not set.
  const written = Object.fromEntries(Object.entries(algorithm).filter(([, value]) => value !== undefined));
  const { scheme, order, step } = algorithm;
  return { scheme, order, step, algorithm: written as typeof algorithm, error: reached, met, sureness, why };
}

/**
 * Writes the HTML page of a result: a file, or what `simulate` or `runStudy` returned. With its
 * system, the page of a run can run it again.
 *
 * @example
 * await writeReport('results/chain.csv', 'results/chain.html');
 * await writeReport(await simulate(system), 'results/run.html', system);
 * await writeReport(await runStudy('study.json'), 'results/study.html');
 */
export async function writeReport(
  result: RunResult | StudyResult | string,
  page: string,
  system?: CheckedSystem,
): Promise<void> {
  requirePath('report: page', page);
  const [{ writeTableReport, writeResultReport }, { writeStudyReport }] = await Promise.all([
    import('../master/cli/run/run-report.ts'),
    import('../master/cli/study/study-report.ts'),
  ]);
  if (typeof result !== 'string' && !('optima' in result)) return writeResultReport(page, result, system);
  const file = typeof result === 'string' ? result : result.files[0];
  if (file === undefined)
    throw new UserError(`report ${page}: the study was interrupted. Run it to its end.`);
  if (!(await writeStudyReport(file, page))) await writeTableReport(file, page);
}

/**
 * Compares results with a reference. Both are files, what `readResults` returned, or results of runs.
 *
 * At each time of the results, the value must lie in the tube of the reference. At each time of the
 * reference, its value must lie in the tube of the results. A tube reaches from the smallest to the
 * largest value within ± `time`, widened by `absolute` + `relative` · max |reference|. Both are linear
 * between their points.
 *
 * Columns with error bands, `x.error` beside `x`, may also differ by both bands together. The bands
 * themselves are not compared.
 *
 * If a time occurs several times (an event), all its values count. Times that only one of them
 * covers are not compared. 64-bit integers are compared with all their digits.
 *
 * @throws UserError if the times do not overlap, or a tolerance is invalid
 *
 * @example
 * const { passed, columns } = await compareResults('reference.csv', 'results/chain.csv', { relative: 1e-4 });
 * for (const { name, largest, at } of columns) console.log(name, largest, 'at', at, 's');
 * const run = await simulate('chain.json');
 * console.log(passed, (await compareResults(await readResults('reference.csv'), run)).passed);
 */
export async function compareResults(
  reference: string | TimeTable | RunResult,
  results: string | TimeTable | RunResult,
  tolerances: Tolerances = {},
): Promise<Comparison> {
  const { compareTables } = await import('../master/results/compare-results.ts');
  return compareTables(await tableOf(reference), await tableOf(results), tolerances);
}

async function tableOf(results: string | TimeTable | RunResult): Promise<TimeTable> {
  if (typeof results === 'string') return readResults(results);
  if (typeof (results as RunResult | undefined)?.column !== 'function') return results as TimeTable;
  const { name, time, columns } = results as RunResult;
  const [, ...others] = columns;
  return {
    file: name,
    names: others.map((column) => column.name),
    times: time,
    columns: others.map(({ data }) => data),
  };
}

/** Options of `packSystem`. */
interface PackOptions {
  /** Versions of FMI. 2 writes `<name>-fmi2.fmu` too. Default: 3. */
  fmi?: readonly (2 | 3)[] | undefined;
  /** Platforms of native libraries, or all. FMI 2.0 needs them. */
  native?: readonly Platform[] | 'all' | undefined;
  /** Takes FMUs of other tools too: their C sources, or else their binaries. Default: false. */
  includeThirdParty?: boolean | undefined;
  /** Checks the FMU by all rules before it is written. Default: true. */
  check?: boolean | undefined;
}

/**
 * Packs a system into one FMU, with the bits of a run of the system. The name of the FMU is that of its
 * file. The compilers are optional packages, as for `buildUnit`.
 *
 * @example
 * const { files } = await packSystem('chain.json', 'dist/chain.fmu');
 * console.log(files, (await checkFmu(files[0])).conclusion);
 */
export async function packSystem(
  system: string,
  output: string,
  options: PackOptions = {},
): Promise<PackResult> {
  requirePath('pack', system);
  requirePath(`pack ${system}: output`, output);
  requireOptions(`pack ${system}`, options, packKinds);
  const { fmi = [3], native, includeThirdParty: thirdParty = false, check = true } = options;
  try {
    const tools = await import('../master/pack/written/pack-file.ts');
    return await tools.packFile(system, output, { fmi, native, thirdParty, check });
  } catch (error) {
    throw explainMissing(`pack ${system}`, error);
  }
}

const packKinds: OptionTable<PackOptions> = {
  fmi: 'list',
  native: ['texts', 'text'],
  includeThirdParty: 'boolean',
  check: 'boolean',
};

/**
 * Exports a system with its FMUs for other tools: to `.ssp`, or to `.xml` for OSP. `notes` tells what
 * the format leaves out.
 *
 * @example
 * const { file, notes } = await exportSystem('chain.json', 'results/chain.ssp');
 */
export async function exportSystem(system: string, output: string): Promise<ExportResult> {
  requirePath('export', system);
  requirePath(`export ${system}: output`, output);
  const tools = await import('../master/cli/export/handler.ts');
  return tools.exportSystem(system, output);
}

/**
 * Runs the command line `fmu`, with additional commands. Its exit code is in `process.exitCode`,
 * which an outermost call sets to 0 first. The process continues.
 *
 * @example
 * await fmu(['run', 'chain.json', '--summary']);
 * console.log(process.exitCode);
 */
export async function fmu(argv: readonly string[], commands: readonly AnyCommand[] = []): Promise<void> {
  const { runInProcess: run } = await import('../master/cli/main.ts');
  await run(argv, commands);
}
