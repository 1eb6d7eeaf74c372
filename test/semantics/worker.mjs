// Runs cases in a thread, which the campaign ends if a case never ends.
import { parentPort, workerData } from 'node:worker_threads';
import '../../bin/setup/typescript.mjs';

const { root, cell } = workerData;
const { randomCase } = await import(new URL('random.ts', root));
const { judge } = await import(new URL('judge.ts', root));
const { kindOf, shrink } = await import(new URL('shrink.ts', root));
const known = new Set();
parentPort.on('message', ({ seed, from, to, minimize }) => {
  let dropped = 0;
  for (let number = from; number < to; number++) {
    Atomics.store(cell, 0, number);
    const posed = randomCase(seed, number);
    const judgement = judge(posed);
    if (judgement.dropped !== undefined) dropped++;
    if (judgement.fault === undefined) continue;
    const isNew = minimize && !known.has(kindOf(judgement.fault));
    known.add(kindOf(judgement.fault));
    const found = { number, fault: judgement.fault };
    parentPort.postMessage(isNew ? { found, posed: shrink(posed, judgement.fault) } : { found });
  }
  parentPort.postMessage({ done: from, dropped });
});
parentPort.postMessage({ ready: true });
