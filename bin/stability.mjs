// `npm run stability`: stable steps of each coupling scheme, as data and figures. `npm run
// stability -- --help` lists more.
import { ensureInstalled } from './setup/ensure.mjs';
import { loadWithProgress } from './setup/load-with-progress.mjs';

ensureInstalled();
const { main } = await loadWithProgress('../papers/stability/stability-main.ts');
main(process.argv.slice(2));
