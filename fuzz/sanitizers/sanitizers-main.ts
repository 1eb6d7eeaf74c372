import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildPackage } from '../../bin/build.mjs';
import { packageFile, packageFolder } from '../../fmu-sdk/util/package-files.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';

/**
 * Tests of native units. In each file, what cannot be with sanitizers is left out where it stands.
 */
export const suites: readonly string[] = [
  'test/host/native/values.test.ts',
  'test/host/native/functions.test.ts',
  'test/host/native/environment.test.ts',
  'test/host/native/robustness.test.ts',
  'test/host/native/sandbox.test.ts',
  'test/hostile/native/deeds.test.ts',
  'test/host/rows.test.ts',
  'test/run/called-loop.test.ts',
];

/** Flags of a host that is built with sanitizers. */
const flags = (): string =>
  [
    ...['-g', '-O1', '-fsanitize=address,undefined', '-fno-sanitize-recover=undefined'],
    ...['-include', packageFile('fuzz/sanitizers/sanitized.h')],
  ].join(' ');

/** gcc answers with a path where it has the library, else with its bare name. */
function library(name: string): string {
  const libraryPath =
    spawnSync('gcc', [`-print-file-name=${name}`], { encoding: 'utf8' }).stdout?.trim() ?? '';
  if (libraryPath.startsWith('/')) return libraryPath;
  throw new UserError(
    `fuzz --sanitize: ${name} of gcc is missing. Install gcc and its sanitizers (Debian: gcc).`,
  );
}

/**
 * Returns the environment in which a program loads a host with sanitizers. `reports` is a file that
 * exists after a report of an isolated unit.
 */
export function sanitized(reports: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    LD_PRELOAD: `${library('libasan.so')} ${library('libubsan.so')}`,
    // What the engine of JavaScript leaks, and does with signals, is its own.
    ASAN_OPTIONS: 'detect_leaks=0:handle_segv=0:handle_sigbus=0:abort_on_error=1',
    UBSAN_OPTIONS: 'print_stacktrace=1',
    FMUKIT_CFLAGS: flags(),
    FMUKIT_SANITIZER_REPORTS: reports,
  };
}

/**
 * Runs the tests of native units, or these, with a host that is built with sanitizers. Whether they
 * pass without a report.
 */
export async function sanitize(tests: readonly string[] = suites): Promise<boolean> {
  await buildPackage();
  const folder = mkdtempSync(join(tmpdir(), 'fmukit-sanitize-'));
  const reports = join(folder, 'reports');
  try {
    const config = packageFile('fuzz/sanitizers/vitest.config.ts');
    const args = [packageFile('node_modules/vitest/vitest.mjs'), 'run', '--config', config, ...tests];
    const { status } = spawnSync(process.execPath, args, {
      cwd: packageFolder,
      stdio: 'inherit',
      env: sanitized(reports),
    });
    const reportText = existsSync(reports) ? readFileSync(reports, 'utf8') : '';
    process.stdout.write(
      reportText === '' ? 'no report of the sanitizers\n' : `reports of the sanitizers:\n${reportText}`,
    );
    return status === 0 && reportText === '';
  } finally {
    rmSync(folder, { recursive: true });
  }
}
