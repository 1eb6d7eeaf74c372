// `npm run fuzz`: random input through every way into the program; `npm run fuzz -- --help` says which options there are.
import { ensureInstalled } from './ensure.mjs';

ensureInstalled();
await import('./typescript.mjs');
const { main } = await import('../fuzz/fuzz-main.ts');
await main(process.argv.slice(2));
