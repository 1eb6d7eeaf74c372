import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildCFmu } from '../c-fmu.ts';
import { buildUnit } from '../mutants/build.ts';

const sourceFolder = join(dirname(fileURLToPath(import.meta.url)), 'c');

/** Conforming FMU that uses a liberty of the standard in an unusual way. */
export interface Innocent {
  /** Unique name, `family/what`. That of a plant is its file below `c/`. */
  name: string;
  fmi: 2 | 3;
  /** Predicate of a sentence about the FMU. */
  liberty: string;
  /** Clause that allows it. */
  clause: string;
  /** Returns the description of the FMU, from that of the plant. */
  describe?: (xml: string) => string;
  /** Changes of the C source, for FMUs with Clocks. */
  edits?: readonly (readonly [find: string, replace: string])[];
}

/** Builds the FMU below `folder`. Returns its path. */
export function buildInnocent(folder: string, innocent: Innocent): Promise<string> {
  const { name, fmi, edits, describe = (xml) => xml } = innocent;
  if (edits !== undefined) return buildUnit('ticker3', folder, { name, edits, describe });
  const xml = describe(readFileSync(join(sourceFolder, `plant${fmi}.xml`), 'utf8'));
  return buildCFmu(folder, {
    name: `${name}-${fmi}`,
    modelIdentifier: 'plant',
    xml,
    flags: ['-O0', ...(xml.includes('hasEventMode="true"') ? [] : ['-DNO_EVENT_MODE'])],
    sources: ['plant.c', `calls${fmi}.c`, `${name}.c`].map((file) => join(sourceFolder, file)),
  });
}
