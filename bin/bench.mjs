// `npm run bench`: the benchmarks, as ratios within one run. With `-- --once` everything once,
// times not judged.
import { ensureInstalled } from './ensure.mjs';

ensureInstalled();
await import('./typescript.mjs');
// It ends here where help was asked for.
await import('../bench/bench-options.ts');
const { buildPackage } = await import('./build.mjs');
await buildPackage();
await import('../bench/bench-main.ts');
