// `npm start`: installs what is missing, builds the cranes and runs their work cycle.
import { ensureInstalled } from './setup/ensure.mjs';
import { loadWithProgress } from './setup/load-with-progress.mjs';

ensureInstalled();
const { buildPackage } = await import('./build.mjs');
await buildPackage();
const { start } = await loadWithProgress('../start/main-job.ts');
await start(process.argv.slice(2));
