import type { Command } from '../command.ts';
import type { WorkerArguments } from './handler.ts';

export const workerCommand: Command<WorkerArguments> = {
  command: 'worker',
  describe: 'Compute runs of the studies in a queue (fmu study --queue), until it is ended',
  builder: (yargs) =>
    yargs
      .option('queue', {
        type: 'string',
        demandOption: true,
        describe: 'address of a Redis; who can write there decides what is computed here',
      })
      .option('workers', {
        type: 'number',
        describe: 'threads that compute [default: as many as processors]',
      })
      .option('lease', {
        type: 'number',
        default: 10,
        describe: 'time after which runs of a worker that is gone are given to others [s]',
      })
      .example('$0 worker --queue redis://localhost:6379', 'computes whatever studies are in the queue')
      .example('$0 worker --queue redis://cluster:6379 --workers 8', 'on eight threads, on any machine'),
  handler: async (args) => {
    const { work } = await import('./handler.ts');
    await work(args);
  },
};
