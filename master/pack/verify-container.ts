import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeTemporaryFolder, removeTemporaryFolder } from '../../fmu-sdk/util/files/temp-folder.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import type { CheckedSystem } from '../system/system.ts';
import { comparePack } from './compare-pack.ts';

/** Number of communication steps that are compared. */
const mostSteps = 20;

/**
 * Runs the first steps of the system and of each archive of its container. Rejects the container unless
 * all values that it exposes have equal bits. Inputs keep their start values.
 */
export async function verifyContainer(
  system: CheckedSystem,
  archives: readonly { name: string; content: Uint8Array }[],
): Promise<void> {
  const { name, step, startTime, stopTime } = system;
  const short = { ...system, stopTime: Math.min(stopTime, startTime + mostSteps * step) };
  const folder = makeTemporaryFolder('pack');
  try {
    for (const archive of archives) {
      const file = join(folder, archive.name);
      writeFileSync(file, archive.content);
      const { difference } = await comparePack(file, short);
      if (difference === undefined) continue;
      throw new UserError(
        `pack ${name}: expected ${difference.name} = ${difference.system} of the system, got ${difference.pack} at t = ${difference.time} s. Start values that an iteration must solve for are not supported: break the loop, or choose better start values. FMUs whose further libraries or C++ variables have equal names do not fit into one container: use fmu export.`,
      );
    }
  } finally {
    removeTemporaryFolder(folder);
  }
}
