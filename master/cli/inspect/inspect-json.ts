import { createHash } from 'node:crypto';
import { openArchive } from '../../../fmu-sdk/archive/open-archive.ts';
import { readDescription } from '../../../fmu-sdk/archive/read-description.ts';
import { verifyOpened } from '../../../fmu-sdk/sign/verify-fmu.ts';
import { printableJson } from '../../../fmu-sdk/util/printable.ts';
import { messageOf, UserError } from '../../../fmu-sdk/util/user-error.ts';
import { print } from '../command.ts';
import { describeRollback, nativeCode, wasiImportsOf } from './handler.ts';

/** Options of `inspectJson`. */
export interface InspectOptions {
  keyRing?: string;
  rollback?: boolean;
}

/**
 * Prints as JSON the description of an FMU, the other contents of its archive and its signers. It
 * runs the FMU only with `rollback`.
 */
export async function inspectJson(file: string, { keyRing, rollback }: InspectOptions): Promise<void> {
  const archive = await openArchive(file);
  const { description, notes } = await readDescription(archive);
  const binaries = [];
  for (const path of archive.paths.filter((candidate) => candidate.startsWith('binaries/'))) {
    const bytes = await archive.bytes(path);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    binaries.push({ path, platform: path.split('/')[1], size: bytes.length, sha256 });
  }
  const inspection = {
    file,
    description,
    notes,
    binaries,
    files: archive.paths,
    signatures: await signatures(archive, keyRing),
    asksFor: await wasiImportsOf(archive),
    nativeCode: await nativeCode(archive, description),
    rolledBack: await describeRollback(archive, description),
    ...(rollback === true && { rollback: await measureRollback(file) }),
  };
  print(printableJson(JSON.stringify(inspection, jsonReplacer, 2)));
}

async function signatures(
  archive: Awaited<ReturnType<typeof openArchive>>,
  keyRing: string | undefined,
): Promise<unknown> {
  try {
    return await verifyOpened(archive, { keyRing });
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { valid: false, reason: messageOf(error) };
  }
}

/** Runs the FMU and measures the cost of saving and restoring its state [s]. */
async function measureRollback(file: string): Promise<unknown> {
  const { openFmu } = await import('../../../fmu-sdk/host/open-fmu.ts');
  const { rollbackCost } = await import('../../../fmu-sdk/host/state/rollback-cost.ts');
  return rollbackCost(await openFmu(file));
}

/** Returns 64-bit integers as decimal text. */
function jsonReplacer(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? `${value}` : value;
}
