// Runs systems with a known truth and writes docs/results/error-bands.md: residual energies, errors
// and error bands side by side.
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from '../../../bin/setup/ensure.mjs';
import { loadWithProgress } from '../../../bin/setup/load-with-progress.mjs';

ensureInstalled();
const { main } = await loadWithProgress('../test/error/results/results-main.ts');
await main(fileURLToPath(new URL('../../..', import.meta.url)));
