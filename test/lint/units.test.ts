import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { formatFinding, lintUnit } from '../../fmu-sdk/lint/lint.ts';
import { generateFields } from '../../fmu-sdk/seal/core.ts';
import { notEmpty } from '../not-empty.ts';

const units = fileURLToPath(new URL('../../units/', import.meta.url));

const packaged = readdirSync(units).filter((folder) => existsSync(join(units, folder, 'unit.json')));
for (const name of notEmpty('packaged units', packaged)) {
  it(`${name} and all that it imports is in the dialect`, () => {
    generateFields(join(units, name));
    expect(lintUnit(join(units, name, 'unit.ts')).map(formatFinding)).toEqual([]);
  });
}
