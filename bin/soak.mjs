// `npm run soak`: long runs that must stay flat. `npm run soak -- --help` lists the options.
import { ensureInstalled, node } from './setup/ensure.mjs';

ensureInstalled();
// The heap is measured after garbage collection.
if (globalThis.gc === undefined) node(['--expose-gc', 'bin/soak.mjs', ...process.argv.slice(2)]);
else {
  const { buildPackage } = await import('./build.mjs');
  await buildPackage();
  await import('./setup/typescript.mjs');
  const { main } = await import('../fuzz/soak/soak-main.ts');
  await main(process.argv.slice(2));
}
