// Entry of a thread that steps units and then waits to be ended.
import { parentPort } from 'node:worker_threads';
import '../../../bin/typescript.mjs';

const { openFixture, initialize, stepTo } = await import('./open.ts');
for (const isolated of [false, true]) stepTo(initialize(await openFixture(3, { isolated })), 0, 1);
parentPort.postMessage('stepped');
setInterval(() => {}, 1000);
