import { type Command, print, text } from '../command.ts';

interface Args {
  file: string;
  output?: string;
}

export const reportCommand: Command<Args> = {
  command: 'report <file>',
  describe: 'Write a page of a file of results: plots that zoom together, a cursor, downloads',
  builder: (yargs) =>
    yargs
      .positional('file', { type: 'string', demandOption: true, describe: 'a .csv with the column time' })
      .option('output', {
        alias: ['o', 'out'],
        type: 'string',
        requiresArg: true,
        describe: 'page to write, .html [default: <file> with .html]',
      })
      .example('$0 report results/crane.csv', 'writes results/crane.html'),
  handler: async ({ file, output = `${file.replace(/\.csv$/i, '')}.html` }) => {
    const { writeTableReport } = await import('../run/run-report.ts');
    await writeTableReport(file, output);
    print(text`${output}`);
  },
};
