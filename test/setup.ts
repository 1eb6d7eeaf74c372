import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildUnit } from '../fmu-sdk/build/build.ts';

export const root: string = fileURLToPath(new URL('..', import.meta.url));

/** Builds every packaged unit once, before the tests that meet them as archives. */
export default async function setup(): Promise<void> {
  for (const unit of readdirSync(join(root, 'units'))) {
    const folder = join(root, 'units', unit);
    if (existsSync(join(folder, 'unit.json'))) await buildUnit(folder, join(root, 'dist'));
  }
}
