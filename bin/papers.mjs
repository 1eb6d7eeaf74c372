// `npm run papers`: published statements against our own runs; `npm run papers -- --help` says which options there are.
import { ensureInstalled } from './ensure.mjs';

ensureInstalled();
const { buildPackage } = await import('./build.mjs');
await buildPackage();
await import('./typescript.mjs');
const { main } = await import('../papers/main.ts');
await main(process.argv.slice(2));
