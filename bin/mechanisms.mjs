// `npm run mechanisms`: runs the four flexible mechanisms and writes results/mechanisms.html, in
// which they move.
import { ensureInstalled } from './setup/ensure.mjs';
import { loadWithProgress } from './setup/load-with-progress.mjs';

ensureInstalled();
const { buildPackage } = await import('./build.mjs');
await buildPackage();
const { mechanisms } = await loadWithProgress('../start/mechanism-cases.ts');
await mechanisms(process.argv.slice(2));
