// `npm test`: installs what is missing, generates the units' fields and runs all tests.
import { ensureInstalled, node } from './setup/ensure.mjs';

ensureInstalled();
node(['bin/generate.mjs']);
// What it does itself is over in half a minute: V8 optimizes what has run for longer, and clears
// young memory less often.
const brief = ['--interrupt-budget=600000', '--min-semi-space-size=16', '--max-semi-space-size=32'];
node([...brief, 'node_modules/vitest/vitest.mjs', 'run', ...process.argv.slice(2)]);
