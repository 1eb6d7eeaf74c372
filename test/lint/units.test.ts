import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { formatFinding, lintUnits } from '../../fmu-sdk/lint/lint.ts';
import { generateFields } from '../../fmu-sdk/seal/fields.ts';
import { notEmpty } from '../not-empty.ts';

const units = fileURLToPath(new URL('../../units/', import.meta.url));

const packaged = readdirSync(units).filter((folder) => existsSync(join(units, folder, 'unit.json')));
it('every packaged unit and all that it imports is in the dialect', () => {
  const folders = notEmpty('packaged units', packaged).map((name) => join(units, name));
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
