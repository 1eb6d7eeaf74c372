import { textByteLimit } from '../../archive/archive.ts';
import { daeManifestPath, readDaeManifest } from '../../description/dae-manifest.ts';
import { continuousStateCount } from '../../description/description.ts';
import { UserError } from '../../util/user-error.ts';
import type { FmuArchive } from './host.ts';

/**
 * Returns notes on a model-exchange FMU with differential-algebraic equations (FMI-LS-DAE), which
 * runs by its ordinary differential equations.
 *
 * @throws UserError if it has residuals, but no state with an explicit derivative
 */
export async function requireOdes({ archive, description }: FmuArchive): Promise<string[]> {
  if (!archive.has(daeManifestPath)) return [];
  const residualCount = await countResiduals(archive);
  if (residualCount === 0) return [];
  if (continuousStateCount(description) === 0)
    throw new UserError(
      `load ${archive.file}: expected ordinary differential equations, got only residuals of FMI-LS-DAE (${residualCount}). Ask its author for an export with the derivatives of continuous states.`,
    );
  return [
    'it has differential-algebraic equations (FMI-LS-DAE), which fmukit does not solve, so the run uses its ordinary differential equations',
  ];
}

/** Returns the number of residuals, and 0 for a damaged manifest, which `fmu check` reports. */
async function countResiduals(archive: FmuArchive['archive']): Promise<number> {
  try {
    const bytes = await archive.bytes(daeManifestPath, textByteLimit);
    return readDaeManifest(bytes, daeManifestPath).residuals.length;
  } catch (error) {
    if (error instanceof UserError) return 0;
    throw error;
  }
}
