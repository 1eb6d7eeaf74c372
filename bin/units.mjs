// `npm run build:units`: builds all units of the repository into dist/.
import { ensureInstalled } from './setup/ensure.mjs';
import { loadWithProgress } from './setup/load-with-progress.mjs';
import { startProgress } from './setup/progress.mjs';

ensureInstalled();
const { buildPackage } = await import('./build.mjs');
await buildPackage();
const { allUnits, buildUnits } = await loadWithProgress('../start/build-units.ts');
const built = startProgress('Building units');
await buildUnits(allUnits());
await built();
