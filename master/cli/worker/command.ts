import type { Command } from '../command.ts';
import type { WorkerArguments } from './handler.ts';

export const workerCommand: Command<WorkerArguments> = {
  command: 'worker',
  describe: 'Compute runs of studies from a queue (fmu study --queue)',
  builder: (yargs) =>
    yargs
      .option('queue', {
        type: 'string',
        demandOption: true,
        describe: 'Redis address (anyone who can write there decides what runs here)',
      })
      .option('workers', {
        type: 'number',
        describe: 'number of threads of this worker [default: number of processors]',
      })
      .option('lease', {
        type: 'number',
        default: 10,
        describe: 'time until runs of a lost worker are given to others [s]',
      })
      .group(['queue', 'workers', 'lease'], 'Options:')
      .example('$0 worker --queue redis://localhost:6379', 'computes all studies in the queue')
      .example('$0 worker --queue redis://cluster:6379 --workers 8', 'on eight threads'),
  handler: async (args) => {
    const { work } = await import('./handler.ts');
    await work(args);
  },
};
