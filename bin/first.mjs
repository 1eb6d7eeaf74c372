// The first command in a fresh clone: installs what is missing and compiles the package, and says so.
import { existsSync } from 'node:fs';
import { ensureInstalled, root } from './ensure.mjs';

ensureInstalled();
if (!existsSync(`${root}dist/fmu.js`)) {
  const { buildPackage } = await import('./build.mjs');
  await buildPackage();
}
