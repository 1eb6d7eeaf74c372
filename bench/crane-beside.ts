// A process with a crane, which steps as often as it is told, and says when it has.
import { cranes } from './two-cranes.ts';

const session = await cranes(process.argv[2], ['b'], 1);
process.on('message', (steps: number) => {
  session.advance(steps);
  process.send?.(steps);
});
process.send?.(0);
