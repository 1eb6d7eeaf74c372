// `npm test`: installs what is missing, generates the units' fields and runs all tests.
import { ensureInstalled, node } from './setup/ensure.mjs';

ensureInstalled();
node(['bin/generate.mjs']);
node(['node_modules/vitest/vitest.mjs', 'run', ...process.argv.slice(2)]);
