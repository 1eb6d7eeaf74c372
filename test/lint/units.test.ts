import { join } from 'node:path';
import { expect, it } from 'vitest';
import { formatFinding, lintUnits } from '../../fmu-sdk/lint/lint.ts';
import { generateFields } from '../../fmu-sdk/seal/fields.ts';
import { kinds } from '../kinds.ts';
import { packagedUnits, root } from '../setup.ts';
import { spread, wide } from '../width.ts';

// At the desk two: each that is there was built by "fmu build", which refuses what is found here.
const lintedHere = wide ? packagedUnits : spread(kinds, 2);
it('every packaged unit and all that it imports is in the dialect', () => {
  const folders = lintedHere.map((name) => join(root, 'units', name));
  for (const folder of folders) generateFields(folder);
  expect(lintUnits(folders.map((folder) => join(folder, 'unit.ts'))).map(formatFinding)).toEqual([]);
});

it('of several units that are checked at once, the findings of each are told', () => {
  const files = ['a', 'b'].map((name) => `/${name}/unit.ts`);
  const sources = Object.fromEntries(files.map((file) => [file, `export const ${file[1]}: f64 = 1 / 2;\n`]));
  const found = (entries: readonly string[]): string[] =>
    lintUnits(entries, { sources }).map(({ file, rule }) => `${file} ${rule}`);
  expect(found(files)).toEqual(files.flatMap((file) => found([file])));
  expect(new Set(found(files)).size).toBeGreaterThanOrEqual(2);
});
