// `npm run bench`: the benchmarks, as ratios within one run. With `-- --once` everything once,
// times not judged.
import { ensureInstalled, node } from './setup/ensure.mjs';

ensureInstalled();
await import('./setup/typescript.mjs');
// It ends here where help was asked for.
await import('../bench/bench-options.ts');
// The growth of the heap is measured after garbage collection.
if (globalThis.gc === undefined) node(['--expose-gc', 'bin/bench.mjs', ...process.argv.slice(2)]);
else {
  const { buildPackage } = await import('./build.mjs');
  await buildPackage();
  await import('../bench/bench-main.ts');
}
