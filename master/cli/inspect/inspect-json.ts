import { createHash } from 'node:crypto';
import { openArchive } from '../../../fmu-sdk/archive/open-archive.ts';
import { describedIn } from '../../../fmu-sdk/archive/read-description.ts';
import { verifyOpened } from '../../../fmu-sdk/sign/verify-fmu.ts';
import { printableJson } from '../../../fmu-sdk/util/printable.ts';
import { messageOf, UserError } from '../../../fmu-sdk/util/user-error.ts';
import { print } from '../command.ts';
import { askedOf, nativeCode, rolledBack } from './handler.ts';

/** What is asked of it. */
export interface InspectOptions {
  keyRing?: string;
  rollback?: boolean;
}

/** Prints what an FMU is as JSON: its description, what else is in its archive, who signed it; nothing of it is run, unless asked. */
export async function inspectJson(file: string, { keyRing, rollback }: InspectOptions): Promise<void> {
  const archive = await openArchive(file);
  const { description, notes } = await describedIn(archive);
  const binaries = [];
  for (const path of archive.paths.filter((each) => each.startsWith('binaries/'))) {
    const bytes = await archive.bytes(path);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    binaries.push({ path, platform: path.split('/')[1], size: bytes.length, sha256 });
  }
  const told = {
    file,
    description,
    notes,
    binaries,
    files: archive.paths,
    signatures: await signatures(archive, keyRing),
    asksFor: await askedOf(archive),
    nativeCode: nativeCode(archive, description),
    rolledBack: await rolledBack(archive, description),
    ...(rollback === true && { rollback: await measured(file) }),
  };
  print(printableJson(JSON.stringify(told, plain, 2)));
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

/** What a take and a restore of its state cost [s]; the unit is run for it. */
async function measured(file: string): Promise<unknown> {
  const { openFmu } = await import('../../../fmu-sdk/host/open-fmu.ts');
  const { rollbackCost } = await import('../../../fmu-sdk/host/state/rollback-cost.ts');
  return rollbackCost(await openFmu(file));
}

/** Integers of 64 bits as decimal text. */
function plain(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? `${value}` : value;
}
