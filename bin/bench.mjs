// `npm run bench`: the benchmarks, as ratios within one run.
import { ensureInstalled } from './ensure.mjs';

ensureInstalled();
const { register } = await import('tsx/esm/api');
register();
await import('../bench/main.ts');
