// Writes the results of a run to a file in a chosen format.
import { readFileSync } from 'node:fs';
import { loadSystem, simulate } from 'fmukit';

const system = await loadSystem('chain.json');
const { output } = await simulate(system, { output: 'results/example.csv' });
const lines = readFileSync('results/example.csv', 'utf8').trim().split('\n');
console.log(output);
console.log(lines[0]?.trim());
console.log(lines.length - 1, 'rows');

// Prints:
// results/example.csv
// time,first.y,second.y
// 1001 rows
