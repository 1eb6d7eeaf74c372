// `npm run stability`: how large steps may be under each coupling scheme, as data and figures; `npm run stability -- --help` says more.
import { ensureInstalled } from './ensure.mjs';
import { loaded } from './loaded.mjs';

ensureInstalled();
const { main } = await loaded('../papers/stability/stability-main.ts');
main(process.argv.slice(2));
