// `npm run mutants`: small units of C with one fault each, and whether the check finds it; -- --part 1/2, --only REGEX, --again.
import { ensureInstalled } from './ensure.mjs';

ensureInstalled();
await import('./typescript.mjs');
const { main } = await import('../test/check/mutants/main.ts');
await main(process.argv.slice(2));
