// `npm run bench`: the benchmarks, as ratios within one run; with `-- --once` everything once, times not judged.
import { ensureInstalled } from './ensure.mjs';

ensureInstalled();
const { buildPackage } = await import('./build.mjs');
await buildPackage();
await import('./typescript.mjs');
await import('../bench/main.ts');
