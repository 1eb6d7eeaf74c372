// The process in which the cases of one target are run: may hang, run out of memory or crash.
// Started by fuzz/watch-child.ts.
import './setup/typescript.mjs';

const { runPlan } = await import('../fuzz/fuzz-process.ts');
const [plan, file] = process.argv.slice(2);
await runPlan(JSON.parse(plan), file);
