import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { buildCFmu, type Edit, edited } from '../c-fmu.ts';

const sourceFolder = join(dirname(fileURLToPath(import.meta.url)), 'c');

/** A unit that is compiled with the marks of a mutant, or after edits of its source. */
export interface Variant {
  /** Name of the file. */
  name: string;
  /** Name in the marks of a mutant. */
  mark?: string;
  edits?: readonly Edit[];
  /** Returns another description. */
  describe?: (xml: string) => string;
}

/** Returns the C source of a unit. */
export const sourceOf = (unit: string): string => readFileSync(join(sourceFolder, `${unit}.c`), 'utf8');

/** Builds the archive of an FMU, with or without a fault, below `folder`. Returns its path. */
export async function buildUnit(unit: string, folder: string, variant: Variant): Promise<string> {
  const { name, mark, edits = [], describe = (xml) => xml } = variant;
  const own = temporaryFolder('mutant');
  try {
    const source = join(own, 'unit.c');
    writeFileSync(source, edited(sourceOf(unit), edits));
    return await buildCFmu(folder, {
      name,
      modelIdentifier: unit,
      xml: describe(readFileSync(join(sourceFolder, `${unit}.xml`), 'utf8')),
      sources: [source],
      flags: [
        '-fno-builtin-malloc',
        '-I',
        sourceFolder,
        ...(mark === undefined ? [] : [`-DMUTANT_${mark}=,`]),
      ],
    });
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
}
