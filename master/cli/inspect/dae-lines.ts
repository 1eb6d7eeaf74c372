import { type Archive, textByteLimit } from '../../../fmu-sdk/archive/archive.ts';
import { daeManifestPath, readDaeManifest } from '../../../fmu-sdk/description/dae-manifest.ts';
import type { ModelDescription } from '../../../fmu-sdk/description/description.ts';
import { someNames } from '../../../fmu-sdk/util/printable.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';

/** Number of names that are printed. */
const mostNames = 20;

/**
 * Describes the differential-algebraic equations of an FMU (FMI-LS-DAE). Returns undefined without
 * them.
 */
export async function daeLines(
  archive: Archive,
  { variables }: ModelDescription,
): Promise<string | undefined> {
  if (!archive.has(daeManifestPath)) return undefined;
  const names = new Map(variables.map(({ valueReference, name }) => [valueReference, name]));
  const nameOf = (reference: number): string => names.get(reference) ?? `#${reference}`;
  try {
    const bytes = await archive.bytes(daeManifestPath, textByteLimit);
    const { algebraicVariables, residuals } = readDaeManifest(bytes, daeManifestPath);
    const formulations = residuals.flat().map(({ valueReference, index }) => {
      return nameOf(valueReference) + (index === undefined ? '' : ` (index ${index})`);
    });
    const list = (words: string[]): string => (words.length === 0 ? 'none' : someNames(words, mostNames));
    return [
      'Differential-algebraic equations (FMI-LS-DAE, draft of 2026)',
      `algebraic variables  ${list(algebraicVariables.map(nameOf))}`,
      `residuals            ${list(formulations)}`,
      'fmukit does not solve them. A run uses the ordinary differential equations of the FMU.',
    ].join('\n');
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return `Differential-algebraic equations NOT READABLE: ${error.message}`;
  }
}
