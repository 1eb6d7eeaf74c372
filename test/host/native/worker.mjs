// Entry of a thread that steps FMUs and then waits to be ended.
import { parentPort } from 'node:worker_threads';
import '../../../bin/setup/typescript.mjs';

const { openFixture, initialize, stepTo } = await import('./open.ts');
// Referenced, so that they are not garbage collected before.
const units = [];
for (const isolated of [false, true]) {
  units.push(initialize(await openFixture(3, { isolated })));
  stepTo(units.at(-1), 0, 1);
}
parentPort.postMessage('stepped');
parentPort.on('message', () => units.length);
