// `npm run mutants`: checks small FMUs in C with one fault each, and reports whether the check
// finds it. Options:
// -- --part 1/2, --only REGEX, --again.
import { ensureInstalled } from './setup/ensure.mjs';

ensureInstalled();
await import('./setup/typescript.mjs');
const { main } = await import('../test/check/mutants/main.ts');
await main(process.argv.slice(2));
