// `npm run papers`: published statements against our own runs; `npm run papers -- --help` says which options there are.
import { ensureInstalled } from './ensure.mjs';
import { loaded } from './loaded.mjs';

ensureInstalled();
const { buildPackage } = await import('./build.mjs');
await buildPackage();
const { main } = await loaded('../papers/papers-main.ts');
await main(process.argv.slice(2));
