// `npm run build:units`: builds all units of the repository into dist/.
import { ensureInstalled } from './ensure.mjs';
import { loadWithProgress } from './load-with-progress.mjs';
import { startProgress } from './progress.mjs';

ensureInstalled();
const { buildPackage } = await import('./build.mjs');
await buildPackage();
const { allUnits, buildUnits } = await loadWithProgress('../start/build-units.ts');
const built = startProgress('Building units');
await buildUnits(allUnits());
await built();
