// `npm run stability`: how large steps may be under each coupling scheme, as data and figures; `npm run stability -- --help` says more.
import { ensureInstalled } from './ensure.mjs';

ensureInstalled();
await import('./typescript.mjs');
const { main } = await import('../papers/stability/main.ts');
main(process.argv.slice(2));
