// Implements a custom observer that adds a column to the results.
import { loadSystem, type ObserverKind, simulate } from 'fmukit';

/** The integral of the second unit's output by the rectangle rule. */
const area: ObserverKind = {
  name: 'area',
  observe(run) {
    const y = run.reader('second.y');
    let sum = 0;
    return {
      columns: [{ name: 'area', unit: 's', read: () => sum }],
      step: (H) => {
        sum += H * Number(y());
      },
      visitState: (state) => {
        sum = state.number('sum', sum);
      },
    };
  },
};

const system = await loadSystem('chain.json');
const { columns } = await simulate(system, { observers: [area], collect: true });
const column = columns.find(({ name }) => name === 'area');
console.log(column?.data.at(-1)?.toFixed(4), column?.unit);

// Prints:
// 7.0318 s
