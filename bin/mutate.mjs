// `npm run mutate`: makes faults in the C sources of FMUs by operators, and reports whether the
// check finds them. Options:
// -- --reference FOLDER, --count 150, --only REGEX, --show REGEX, --part 1/2, --again.
import { ensureInstalled } from './setup/ensure.mjs';

ensureInstalled();
await import('./setup/typescript.mjs');
const { main } = await import('../test/check/mutants/generated/main.ts');
await main(process.argv.slice(2));
