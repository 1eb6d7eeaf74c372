// `npm run fuzz`: random input through every path into the program. `npm run fuzz -- --help` lists
// the options.
import { ensureInstalled } from './setup/ensure.mjs';

ensureInstalled();
await import('./setup/typescript.mjs');
const { main } = await import('../fuzz/fuzz-main.ts');
await main(process.argv.slice(2));
