// `npm start`: installs what is missing, builds the units and runs the crane's work cycle.
import { ensureInstalled } from './ensure.mjs';
import { loaded } from './loaded.mjs';

ensureInstalled();
const { buildPackage } = await import('./build.mjs');
await buildPackage();
const { start } = await loaded('../start/main-job.ts');
await start(process.argv.slice(2));
