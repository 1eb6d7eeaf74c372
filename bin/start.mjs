// `npm start`: installs what is missing, builds the units and runs the crane's work cycle.
import { ensureInstalled } from './ensure.mjs';
import { loadWithProgress } from './load-with-progress.mjs';

ensureInstalled();
const { buildPackage } = await import('./build.mjs');
await buildPackage();
const { start } = await loadWithProgress('../start/main-job.ts');
await start(process.argv.slice(2));
