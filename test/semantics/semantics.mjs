// `npm run semantics`: random FMUs and experiments, run by the reference of the semantics and by the
// product. `npm run semantics -- --help` lists the options.
import { ensureInstalled } from '../../bin/setup/ensure.mjs';

ensureInstalled();
await import('../../bin/setup/typescript.mjs');
const { main } = await import('./main.ts');
await main(process.argv.slice(2));
