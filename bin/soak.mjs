// `npm run soak`: long runs that must stay flat. `npm run soak -- --help` lists the options.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { ensureInstalled } from './ensure.mjs';

ensureInstalled();
const { buildPackage } = await import('./build.mjs');
await buildPackage();
await import('./typescript.mjs');
// What is measured is what is held, not what is still to be collected.
setFlagsFromString('--expose-gc');
globalThis.gc = runInNewContext('gc');
const { main } = await import('../fuzz/soak/soak-main.ts');
await main(process.argv.slice(2));
