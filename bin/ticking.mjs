import { Worker } from 'node:worker_threads';

const code = `const { writeSync } = require('node:fs');
const { what, terminal } = require('node:worker_threads').workerData;
let n = 0;
setInterval(() => writeSync(2, terminal ? '\\r' + what + ' … ' + ++n + ' s' : '.'), 1000);`;

/**
 * Says each second on standard error that something goes on, also while this thread is busy, until what it gives is called. `spins`:
 * what goes on has a sign of its own on a terminal.
 */
export function ticking(what, { spins = false } = {}) {
  const terminal = process.stderr.isTTY === true;
  process.stderr.write(`${what} …${terminal && spins ? '\n' : ' '}`);
  if (terminal && spins) return async () => {};
  const worker = new Worker(code, { eval: true, workerData: { what, terminal } });
  return async () => {
    await worker.terminate();
    process.stderr.write('\n');
  };
}
