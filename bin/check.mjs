// `npm run check`: type check, lint and style of the text.
import { ensureInstalled, node } from './setup/ensure.mjs';

ensureInstalled();
node(['bin/generate.mjs']);
node(['node_modules/typescript/bin/tsc', '-p', '.']);
node(['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.']);
node(['bin/check-prose.mjs']);
