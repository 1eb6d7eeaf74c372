// `npm start`: installs what is missing, builds the units and runs the crane's work cycle.
import { ensureInstalled } from './ensure.mjs';

ensureInstalled();
const { buildPackage } = await import('./build.mjs');
await buildPackage();
await import('./typescript.mjs');
const { start } = await import('../start/start.ts');
await start();
