// `npm run soak`: long runs that must stay flat. `npm run soak -- --help` lists the options.
import { ensureInstalled } from './ensure.mjs';

ensureInstalled();
const { buildPackage } = await import('./build.mjs');
await buildPackage();
await import('./typescript.mjs');
const { main } = await import('../fuzz/soak/soak-main.ts');
await main(process.argv.slice(2));
