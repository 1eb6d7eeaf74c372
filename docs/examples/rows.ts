// Reads the rows of a run one by one. Leaving the loop ends the run.
import { loadSystem, simulate } from 'fmukit';

const system = await loadSystem('chain.json');
for await (const row of simulate(system)) {
  if (Number(row['second.y']) < 0.5) continue;
  console.log('second.y is at one half after', row.time.toFixed(2), 's');
  break;
}

// Prints:
// second.y is at one half after 2.46 s
