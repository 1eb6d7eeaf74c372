// `npm run house`: counts what the house limits, and lists what exceeds a limit.
import { ensureInstalled } from './setup/ensure.mjs';
import { loadWithProgress } from './setup/load-with-progress.mjs';

ensureInstalled();
const { houseCounts } = await loadWithProgress('../test/house/counted/counts.ts');
for (const { what, found, most } of houseCounts()) {
  process.stdout.write(`${String(found.length).padStart(4)} of at most ${most}  ${what}\n`);
  if (found.length <= most) continue;
  for (const place of found) process.stdout.write(`        ${place}\n`);
  process.exitCode = 1;
}
