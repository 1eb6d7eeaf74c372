import { extname } from 'node:path';
import type { Archive } from '../../../fmu-sdk/archive/archive.ts';
import { openArchive } from '../../../fmu-sdk/archive/open-archive.ts';
import { readDescription } from '../../../fmu-sdk/archive/read-description.ts';
import type { Permission } from '../../../fmu-sdk/host/choice/sandbox-permissions.ts';
import { verifyOpened } from '../../../fmu-sdk/sign/verify-fmu.ts';
import type { SmokeTestResult } from '../../smoke-test/run-smoke-tests.ts';
import { print, printError, table, text } from '../command.ts';
import { exitCode } from '../exit/exit-codes.ts';
import { requireSignable } from '../input/input-kind.ts';
import { permissionsOf } from '../input/permission-options.ts';
import { signers } from '../terminal/signature-lines.ts';
import type { VerifyArguments } from './options.ts';

/**
 * Runs `fmu verify`: checks the signatures first, and then runs only accepted FMUs, from the same
 * bytes.
 */
export async function verifyFile(args: VerifyArguments): Promise<void> {
  const { file, unsigned, run } = args;
  requireSignable('verify', file);
  const allow = permissionsOf('verify', args.allow);
  const archive = await openArchive(file);
  const verification = await verifyOpened(archive, args);
  if (verification.signatures.length > 0) print(signers(verification));
  const accepted = verification.trusted || (unsigned && verification.signatures.length === 0);
  if (!accepted) return fail(file, verification.reason ?? '');
  const what = verification.trusted ? 'valid' : 'not signed';
  print(text`${file}: ${what}, ${verification.content.length} entries`);
  if (run && extname(file).toLowerCase() === '.fmu') await tryOut(archive, allow);
  if (args.system !== undefined) await compareWith(args.system, file, allow);
}

async function tryOut(archive: Archive, allow: readonly Permission[]): Promise<void> {
  const { smokeTestsOf } = await import('../../smoke-test/run-smoke-tests.ts');
  const { file } = archive;
  const results = await smokeTestsOf({ archive, ...(await readDescription(archive)) }, allow);
  if (results.length === 0) print(text`${file}: it contains no smoke test`);
  for (const result of results) print(`\n${smokeTest(result)}`);
  for (const warning of results.flatMap(({ warnings }) => warnings)) {
    printError(`fmu: warning: ${warning}`);
    process.exitCode = exitCode.findings;
  }
  const failed = results.filter(({ passed }) => !passed).map(({ name }) => name);
  if (failed.length > 0)
    fail(
      file,
      `the results here differ from the results of its author (${failed.join(', ')}). Ask on which platform they were computed.`,
    );
}

/** Runs the FMU and the system that it was packed from, and reports the first difference. */
async function compareWith(source: string, file: string, allow: readonly Permission[]): Promise<void> {
  const [{ comparePack }, { openSystem }] = await Promise.all([
    import('../../pack/compare-pack.ts'),
    import('../../run/open/read-system.ts'),
  ]);
  const { system, dispose } = await openSystem(source, {}, { allow });
  try {
    const { elements, steps, difference } = await comparePack(file, system, allow);
    const size = `${elements} values over ${steps} steps`;
    if (difference === undefined) return print(text`${file}: the bits of ${source} in ${size}`);
    const { name, time, system: expected, pack } = difference;
    fail(file, `expected ${name} = ${expected} of ${source} at t = ${time} s, got ${pack}. Pack it again.`);
  } finally {
    dispose();
  }
}

function smokeTest({ name, steps, deviations, missing, notCompared, passed }: SmokeTestResult): string {
  const head = text`Smoke test "${name}", ${steps} steps: ${passed ? 'passed' : 'FAILED'}`;
  const rows = deviations.map((deviation) => [
    deviation.name,
    deviation.largest.toExponential(3),
    deviation.allowed.toExponential(3),
    deviation.unit,
    deviation.passed ? '' : `outside at t = ${deviation.time} s`,
  ]);
  const other = notCompared.length === 0 ? '' : text`\n(not compared: ${notCompared.join(', ')})`;
  const none = missing.length === 0 ? '' : text`\n(unknown to the FMU: ${missing.join(', ')})`;
  return `${head}\n${table([['variable', 'deviation', 'allowed', 'unit', ''], ...rows], [1, 2])}${none}${other}`;
}

function fail(file: string, why: string): void {
  printError(text`fmu: verify ${file}: ${why}`);
  process.exitCode = exitCode.failed;
}
