// `npm run papers`: published statements compared with our own runs. `npm run papers -- --help`
// lists the options.
import { ensureInstalled } from './ensure.mjs';
import { loaded } from './loaded.mjs';

ensureInstalled();
const { buildPackage } = await import('./build.mjs');
await buildPackage();
const { main } = await loaded('../papers/papers-main.ts');
await main(process.argv.slice(2));
