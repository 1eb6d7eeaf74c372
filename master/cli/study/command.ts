import type { Command } from '../command.ts';
import type { StudyArguments } from './options.ts';

export const studyCommand: Command<StudyArguments> = {
  command: 'study <file>',
  describe: 'Run a system many times with other values (study.json), and keep numbers of each run',
  builder: (yargs) =>
    yargs
      .positional('file', { type: 'string', demandOption: true, describe: 'a study.json' })
      .option('output', {
        alias: ['o', 'out'],
        type: 'string',
        describe:
          'files of results without their ending: <output>.csv, .parquet, .times.csv, .json [default: results/<name>]',
      })
      .option('workers', {
        type: 'number',
        describe: 'threads that compute [default: as many as processors]',
      })
      .option('queue', {
        type: 'string',
        conflicts: 'workers',
        describe: 'address of a Redis whose workers (fmu worker) compute, on any number of machines',
      })
      .option('json', { type: 'boolean', default: false, describe: 'the summary as JSON' })
      .example('$0 study study.json', 'writes results/<name>.csv and .parquet, a row for each run')
      .example('$0 study study.json', 'the same again after it was ended: it goes on where it was')
      .example('$0 study study.json -o sweep --workers 8', 'names the results, and takes eight threads')
      .example(
        '$0 study study.json --queue redis://localhost:6379',
        'workers elsewhere compute: fmu worker --queue …',
      ),
  handler: async (args) => {
    const { studyFile } = await import('./handler.ts');
    await studyFile(args);
  },
};
