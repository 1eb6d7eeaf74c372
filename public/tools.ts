import { type BuildOptions, buildKinds } from '../fmu-sdk/build/build-options.ts';
import type { BuildResult } from '../fmu-sdk/build/build-unit.ts';
import type { CheckOptions } from '../fmu-sdk/check/check-fmu.ts';
import type { CheckAnswers, CheckResult } from '../fmu-sdk/check/result/check-result.ts';
import { requirePath } from '../fmu-sdk/util/files/require-path.ts';
import { explainMissing } from '../fmu-sdk/util/optional-package.ts';
import { requireOptions } from '../fmu-sdk/util/require-options.ts';
import type { AnyCommand, Command } from '../master/cli/command.ts';

export type { BuildOptions, BuildResult, CheckOptions, CheckResult, Command };

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
 * `fmukit/check` exports the rules.
 *
 * @example
 * const { conclusion, findings } = await checkFmu('dist/my-filter.fmu');
 */
export async function checkFmu(
  file: string,
  options: CheckOptions = {},
): Promise<CheckResult & CheckAnswers> {
  const tools = await import('../fmu-sdk/check/check-fmu.ts');
  return tools.checkFmu(file, options);
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
