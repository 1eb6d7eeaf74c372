// Loads a system of coupled FMUs and runs it.
import { loadSystem, simulate } from 'fmukit';

const system = await loadSystem('chain.json');
const result = await simulate(system);
console.log(result.name, result.outcome, 'after', result.steps, 'steps');
for (const { name, data } of result.columns) console.log(name, data.at(-1)?.toFixed(4));

// Prints:
// chain finished after 1000 steps
// time 10.0000
// first.y 1.0000
// second.y 0.9866
