import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkFmu } from '../../../fmu-sdk/check/check-fmu.ts';
import { makeTemporaryFolder, removeTemporaryFolder } from '../../../fmu-sdk/util/files/temp-folder.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';

/** Limit of the check of one archive [s of CPU time]. Rules that remain then are left out. */
const mostSeconds = 60;

/** Checks the archives of a pack by all rules of `fmu check`. Refuses archives with violations. */
export async function checkPack(archives: readonly { name: string; content: Uint8Array }[]): Promise<void> {
  const folder = makeTemporaryFolder('pack');
  try {
    for (const { name, content } of archives) {
      const file = join(folder, name);
      writeFileSync(file, content);
      const { findings } = await checkFmu(file, { seconds: mostSeconds });
      const violations = findings.filter((finding) => finding.severity === 'violation');
      if (violations.length > 0)
        throw new UserError(
          `pack ${name}: expected an FMU without violations of the standard, got ${violations.length}. Change the interface, or report this at the project.`,
          { details: violations.map(({ rule, message }) => `${rule}: ${message}`) },
        );
    }
  } finally {
    removeTemporaryFolder(folder);
  }
}
