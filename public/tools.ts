import { type BuildOptions, buildKinds } from '../fmu-sdk/build/build-options.ts';
import type { BuildResult } from '../fmu-sdk/build/build-unit.ts';
import type { CheckOptions } from '../fmu-sdk/check/check-fmu.ts';
import type { CheckAnswers, CheckResult } from '../fmu-sdk/check/result/check-result.ts';
import { hosts } from '../fmu-sdk/host/choice/host-registry.ts';
import { requirePath } from '../fmu-sdk/util/files/require-path.ts';
import { explainMissing } from '../fmu-sdk/util/optional-package.ts';
import { requireOptions } from '../fmu-sdk/util/require-options.ts';
import type { Advice } from '../master/advise/advise.ts';
import type { AnyCommand, Command } from '../master/cli/command.ts';
import type { ExportResult } from '../master/cli/export/handler.ts';
import { loadSystem } from '../master/run/open/load-file.ts';
import type { RunResult } from '../master/run/worker/run-protocol.ts';
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
 * const { algorithm, error, met, why } = await advise('chain.json', { error: 1e-3 });
 */
export async function advise(
  system: CheckedSystem | string,
  options: SearchOptions = {},
): Promise<Pick<Advice, 'algorithm' | 'error' | 'met' | 'sureness' | 'why'>> {
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
  return { algorithm: written as typeof algorithm, error: reached, met, sureness, why };
}

/**
 * Writes the HTML page of a result: a file, or what `simulate` returned. With its system, the page
 * can run it again.
 *
 * @example
 * await writeReport('results/chain.csv', 'results/chain.html');
 * await writeReport(await simulate(system), 'results/run.html', system);
 */
export async function writeReport(
  result: RunResult | string,
  page: string,
  system?: CheckedSystem,
): Promise<void> {
  requirePath('report: page', page);
  const { writeTableReport, writeResultReport } = await import('../master/cli/run/run-report.ts');
  if (typeof result === 'string') return writeTableReport(result, page);
  return writeResultReport(page, result, system);
}

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
