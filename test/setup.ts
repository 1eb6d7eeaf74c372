import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildUnit } from '../fmu-sdk/build/build.ts';

export const root: string = fileURLToPath(new URL('..', import.meta.url));

/** Names of the folders of `units/` that are units, not what they are made of. */
export const packagedUnits: readonly string[] = readdirSync(join(root, 'units')).filter((unit) =>
  existsSync(join(root, 'units', unit, 'unit.json')),
);

/** Builds every packaged unit once, before the tests that meet them as archives. */
export default async function setup(): Promise<void> {
  for (const unit of packagedUnits) await buildUnit(join(root, 'units', unit), join(root, 'dist'));
}
