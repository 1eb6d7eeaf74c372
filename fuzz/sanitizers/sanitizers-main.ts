import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { packageFile, packageFolder } from '../../fmu-sdk/util/package-files.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import setUp from '../../test/setup.ts';
import { type CFiles, cFiles, cFilesIn, rowOf } from './c-files.ts';

/** Flags of a host that is built with sanitizers. */
const flags = (): string =>
  [
    ...['-g', '-O1', '-fsanitize=address,undefined', '-fno-sanitize-recover=undefined'],
    ...['-include', packageFile('fuzz/sanitizers/sanitized.h')],
    // Each run compiles the host anew, and so lists what it compiled.
    `-DSANITIZED_BY=${process.pid}`,
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

const sanitizers = ['-g', '-fsanitize=address,undefined', '-fno-sanitize-recover=undefined'];

/**
 * Returns an environment in which gcc compiles everything with sanitizers, and the cache has nothing
 * that was compiled without them.
 */
function everythingSanitized(folder: string, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  for (const name of ['gcc', 'cc', 'g++']) {
    const path = spawnSync('which', [name], { encoding: 'utf8' }).stdout.trim();
    writeFileSync(join(bin, name), `#!/bin/sh\nexec ${path} ${sanitizers.join(' ')} "$@"\n`, { mode: 0o755 });
  }
  return {
    ...env,
    PATH: `${bin}:${process.env.PATH}`,
    FMUKIT_CACHE: join(folder, 'cache'),
  };
}

/** Runs tests under sanitizers. Returns whether they pass. */
function runTests(tests: readonly string[], env: NodeJS.ProcessEnv): boolean {
  const config = packageFile('fuzz/sanitizers/vitest.config.ts');
  const args = [packageFile('node_modules/vitest/vitest.mjs'), 'run', '--config', config, ...tests];
  return spawnSync(process.execPath, args, { cwd: packageFolder, stdio: 'inherit', env }).status === 0;
}

const testsOf = (rows: readonly CFiles[]): string[] => [...new Set(rows.flatMap(({ tests = [] }) => tests))];

/**
 * Runs the tests of all C files, or these, with sanitizers. Prints each C file with its tests.
 * Returns whether they pass without a report, and whether no file was left out.
 */
export async function sanitize(tests?: readonly string[]): Promise<boolean> {
  // Tests of other C files use packaged units too, which are built without sanitizers.
  const tearDown = await setUp();
  const folder = mkdtempSync(join(tmpdir(), 'fmukit-sanitize-'));
  const [reports, compiled] = [join(folder, 'reports'), join(folder, 'compiled')];
  try {
    // gcc appends the sources and headers of each compilation to this file.
    const host = { ...sanitized(reports), DEPENDENCIES_OUTPUT: compiled };
    const all = everythingSanitized(folder, host);
    const passes = [
      [tests ?? testsOf(cFiles.filter(({ host: byHost = false }) => byHost)), host],
      [tests === undefined ? testsOf(cFiles.filter(({ host: byHost = false }) => !byHost)) : [], all],
    ] as const;
    const passed = passes.map(([files, env]) => files.length === 0 || runTests(files, env));
    const reportText = existsSync(reports) ? readFileSync(reports, 'utf8') : '';
    const complete = tests !== undefined || printFiles(readFileSync(compiled, 'utf8'));
    process.stdout.write(
      reportText === '' ? 'no report of the sanitizers\n' : `reports of the sanitizers:\n${reportText}`,
    );
    return passed.every(Boolean) && complete && reportText === '';
  } finally {
    rmSync(folder, { recursive: true });
    tearDown();
  }
}

/** Prints each C file of the repository. Returns whether each one was compiled that should be. */
function printFiles(compiled: string): boolean {
  const names = new Set(compiled.split(/[\s\\:]+/).map((path) => basename(path)));
  let complete = true;
  const counts = { ran: 0, sampled: 0, 'left out': 0 };
  const all = cFilesIn(packageFolder);
  for (const file of all) {
    const { tests, why = 'in no row of c-files.ts', sampled = false } = rowOf(file) ?? {};
    const built = names.has(basename(file));
    if (rowOf(file) === undefined || (tests !== undefined && !built && !sampled)) complete = false;
    const how =
      tests === undefined ? `left out: ${why}` : built ? tests.join(' ') : 'not compiled by its tests';
    process.stdout.write(`${file}: ${how}\n`);
    counts[tests === undefined ? 'left out' : built ? 'ran' : 'sampled']++;
  }
  process.stdout.write(
    `${all.length} C files: ${counts.ran} ran under sanitizers, ${counts.sampled} wait for a run with CI=1, ${counts['left out']} are left out for the reasons above\n`,
  );
  return complete;
}
