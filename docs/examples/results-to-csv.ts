// Writes the results of a run to a file in a chosen format.
import { readFileSync } from 'node:fs';
import { simulate } from 'fmukit';

const result = await simulate('chain.json');
result.save('results/example.csv');
const lines = readFileSync('results/example.csv', 'utf8').trim().split('\n');
console.log(lines[0]?.trim());
console.log(result.rows.length, 'rows');

// Prints:
// time,first.y,second.y
// 1001 rows
