// After an installation in the repository: compiles the package, where what compiles it was
// installed.
import { existsSync } from 'node:fs';
import { root } from './setup/ensure.mjs';

if (existsSync(`${root}node_modules/esbuild`) && existsSync(`${root}public`)) {
  const { buildPackage } = await import('./build.mjs');
  await buildPackage();
}
