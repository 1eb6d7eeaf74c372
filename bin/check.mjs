// `npm run check`: type check and lint.
import { ensureInstalled, node } from './ensure.mjs';

ensureInstalled();
node(['bin/generate.mjs']);
node(['node_modules/typescript/bin/tsc', '-p', '.']);
node(['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.']);
