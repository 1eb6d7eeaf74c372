// Runs systems whose truth is known, and writes docs/results/known-truth.md.
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from '../../../bin/setup/ensure.mjs';
import { loadWithProgress } from '../../../bin/setup/load-with-progress.mjs';

ensureInstalled();
const { main } = await loadWithProgress('../test/error/results/known/known-main.ts');
await main(fileURLToPath(new URL('../../..', import.meta.url)));
