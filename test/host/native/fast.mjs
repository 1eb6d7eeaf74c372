// Steps FMUs of this process many times by a batch, and prints the result as JSON: `node fast.mjs
// <steps>`. Also an entry of a thread.
import { createHash } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import '../../../bin/typescript.mjs';

const { openFixture, initialize, setFault } = await import('./open.ts');
const { io } = await import('../../../fmu-sdk/host/fmi-api.ts');
const { fault } = await import('../../fixtures/c/make.ts');
const steps = Number(workerData ?? process.argv[2]);

/**
 * Returns a hash of all outputs and registers of the steps. Not in an async function, because V8
 * 12.4 makes no fast calls inside a try.
 */
function stepAll(step, registers, u, y) {
  const hash = createHash('sha256');
  registers[io.step] = 1 / 1024;
  const row = new Float64Array(registers.length + 2);
  for (let n = 0; n < steps; n++) {
    registers[io.time] = n / 1024;
    u[0] = Math.imul(n, 0x9e3779b1) / 2 ** 31;
    row[0] = step();
    row[1] = y[0];
    row.set(registers, 2);
    hash.update(row);
  }
  return hash.digest('hex');
}

/**
 * Returns the results of the steps, then the status of a rejected call, and of an FMU that is
 * closed.
 */
async function drive(fmi) {
  const calls = initialize(await openFixture(fmi, { defines: ['GAIN=0.5'] }));
  const [u, y] = [0, 1].map((reference) => calls.values('Float64', Uint32Array.of(reference)));
  const step = calls.batch([{ op: 'set', values: u }, { op: 'doStep' }, { op: 'get', values: y }]);
  const { registers } = calls;
  const bits = stepAll(step, registers, u.view, y.view);
  setFault(calls, fault.refuses);
  const refused = [step(), registers[io.failed]];
  calls.close();
  let closed = '';
  try {
    step();
  } catch (error) {
    closed = error.message.replace(/^run \S+: /, '');
  }
  return { bits, refused, closed };
}

const answer = [await drive(2), await drive(3)];
if (parentPort !== null) parentPort.postMessage(answer);
else console.log(JSON.stringify(answer));
