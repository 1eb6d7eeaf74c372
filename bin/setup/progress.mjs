import { Worker } from 'node:worker_threads';

const code = `const { writeSync } = require('node:fs');
const { what, terminal } = require('node:worker_threads').workerData;
let n = 0;
setInterval(() => writeSync(2, terminal ? '\\r' + what + ' … ' + ++n + ' s' : '.'), 1000);`;

/**
 * Reports each second on standard error that work continues, even while this thread is busy, until
 * the returned function is called. `spins` marks work that shows its own progress on a terminal.
 */
export function startProgress(what, { spins = false } = {}) {
  const terminal = process.stderr.isTTY === true;
  process.stderr.write(`${what} …${terminal && spins ? '\n' : ' '}`);
  if (terminal && spins) return async () => {};
  const worker = new Worker(code, { eval: true, workerData: { what, terminal } });
  return async () => {
    await worker.terminate();
    process.stderr.write('\n');
  };
}
