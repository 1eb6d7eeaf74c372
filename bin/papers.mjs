// `npm run papers`: published statements compared with our own runs. `npm run papers -- --help`
// lists the options.
import { ensureInstalled } from './setup/ensure.mjs';
import { loadWithProgress } from './setup/load-with-progress.mjs';

ensureInstalled();
const { buildPackage } = await import('./build.mjs');
await buildPackage();
const { main } = await loadWithProgress('../papers/papers-main.ts');
await main(process.argv.slice(2));
