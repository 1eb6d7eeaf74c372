import type { Command } from '../command.ts';
import type { StudyArguments } from './options.ts';

export const studyCommand: Command<StudyArguments> = {
  command: 'study <file>',
  describe: 'Run a system many times with different values (study.json)',
  builder: (yargs) =>
    yargs
      .positional('file', { type: 'string', demandOption: true, describe: 'study.json' })
      .option('output', {
        alias: ['o', 'out'],
        type: 'string',
        describe:
          'common name of the result files: <output>.csv, .parquet, .times.csv, .json [default: results/<name>]',
      })
      .option('json', { type: 'boolean', default: false, describe: 'print the summary as JSON' })
      .option('report', {
        type: 'string',
        requiresArg: true,
        describe: 'HTML page to write: the best run, and how metrics depend on factors',
      })
      .option('repeat', {
        type: 'number',
        requiresArg: true,
        conflicts: ['workers', 'queue', 'output'],
        describe: 'number of a run to repeat alone: prints its numbers, and --report writes its page',
      })
      .option('workers', {
        type: 'number',
        describe: 'number of threads that compute runs here [default: number of processors]',
      })
      .option('queue', {
        type: 'string',
        conflicts: 'workers',
        describe: 'Redis address of a queue. Programs fmu worker compute the runs, on any machines',
      })
      .group(['output', 'json', 'report', 'repeat'], 'Results:')
      .group(['workers', 'queue'], 'Parallel runs:')
      .example('$0 study study.json', 'writes results/<name>.csv and .parquet, a row for each run')
      .example('$0 study study.json', 'continues an interrupted study')
      .example('$0 study study.json --report sweep.html', 'also writes a page of the study')
      .example('$0 study study.json --repeat 17 --report 17.html', 'repeats run 17 and writes its page')
      .example('$0 study study.json -o sweep --workers 8', 'names the result files, runs on eight threads')
      .example('$0 study study.json --queue redis://localhost:6379', 'computed by fmu worker --queue …'),
  handler: async (args) => {
    const { studyFile } = await import('./handler.ts');
    await studyFile(args);
  },
};
