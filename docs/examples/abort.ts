// Stops a run with an AbortSignal and keeps the computed part.
import { loadSystem, type ObserverKind, simulate } from 'fmukit';

const controller = new AbortController();
const enough: ObserverKind = {
  name: 'enough',
  observe: () => ({
    row: (t) => {
      if (t >= 1) controller.abort();
    },
  }),
};

const system = await loadSystem('chain.json');
const result = await simulate(system, { signal: controller.signal, observers: [enough] });
console.log(result.outcome, 'at', result.endTime.toFixed(2), 's of', system.stopTime, 's');

// Prints:
// interrupted at 1.00 s of 10 s
