// Runs systems whose units integrate one flow on their own, and writes docs/results/drift.md.
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from '../../../bin/setup/ensure.mjs';
import { loadWithProgress } from '../../../bin/setup/load-with-progress.mjs';

ensureInstalled();
const { main } = await loadWithProgress('../test/error/results/drift-main.ts');
main(fileURLToPath(new URL('../../..', import.meta.url)));
