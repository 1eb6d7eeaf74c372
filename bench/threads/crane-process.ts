// Process with a crane. It takes as many steps as each message requests, and replies when done.
import { cranes } from './two-cranes.ts';

const session = await cranes(process.argv[2], ['b'], 1);
process.on('message', (steps: number) => {
  session.advance(steps);
  process.send?.(steps);
});
process.send?.(0);
