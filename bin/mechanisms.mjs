// `npm run mechanisms`: runs the four flexible mechanisms and writes results/mechanisms.html, in which they move.
import { ensureInstalled } from './ensure.mjs';

ensureInstalled();
const { buildPackage } = await import('./build.mjs');
await buildPackage();
await import('./typescript.mjs');
const { mechanisms } = await import('../start/mechanisms.ts');
await mechanisms(process.argv.slice(2));
