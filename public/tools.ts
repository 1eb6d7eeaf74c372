import { type BuildOptions, buildKinds } from '../fmu-sdk/build/build-options.ts';
import type { Built } from '../fmu-sdk/build/build-unit.ts';
import type { CheckOptions } from '../fmu-sdk/check/check-fmu.ts';
import type { CheckResult } from '../fmu-sdk/check/check-result.ts';
import { requirePath } from '../fmu-sdk/util/files/require-path.ts';
import { explainMissing } from '../fmu-sdk/util/optional-package.ts';
import { requireOptions } from '../fmu-sdk/util/require-options.ts';
import type { AnyCommand, Command } from '../master/cli/command.ts';

export type { BuildOptions, Built, CheckOptions, CheckResult, Command };

/**
 * Makes a unit folder (`unit.json`, `unit.ts`) into `<out>/<name>.fmu`, and native binaries where asked for. The compilers are
 * optional packages: a UserError says what to install where they were left out.
 *
 * @example
 * const { file } = await buildUnit('my-filter', 'dist');
 */
export async function buildUnit(folder: string, out: string, options: BuildOptions = {}): Promise<Built> {
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
 * Checks a unit against FMI 2.0 and 3.0, by the rules of this package or by `rules` (`fmukit/check` has them as values).
 *
 * @example
 * const { verdicts } = await checkFmu('dist/my-filter.fmu');
 */
export async function checkFmu(file: string, options: CheckOptions = {}): Promise<CheckResult> {
  const tools = await import('../fmu-sdk/check/check-fmu.ts');
  return tools.checkFmu(file, options);
}

/**
 * Runs the command line `fmu`, with commands of one's own beside those of this package. How it went is `process.exitCode`, which is 0 at the
 * beginning of one that is not within another; the process goes on.
 *
 * @example
 * await fmu(['run', 'chain.json', '--summary']);
 * console.log(process.exitCode);
 */
export async function fmu(argv: readonly string[], commands: readonly AnyCommand[] = []): Promise<void> {
  const { within } = await import('../master/cli/main.ts');
  await within(argv, commands);
}
