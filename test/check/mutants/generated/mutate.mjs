// `npm run mutate`: makes faults in the C sources of FMUs by operators, and reports whether the
// check finds them. Options:
// -- --reference FOLDER, --count 150, --only REGEX, --show REGEX, --part 1/2, --again.
import { ensureInstalled } from '../../../../bin/setup/ensure.mjs';

ensureInstalled();
await import('../../../../bin/setup/typescript.mjs');
const { main } = await import('./main.ts');
await main(process.argv.slice(2));
