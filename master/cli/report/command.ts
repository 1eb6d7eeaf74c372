import { type Command, print, text } from '../command.ts';

interface Args {
  file: string;
  output?: string;
}

export const reportCommand: Command<Args> = {
  command: 'report <file>',
  describe: 'Write an HTML report of a result file or of a study',
  builder: (yargs) =>
    yargs
      .positional('file', {
        type: 'string',
        demandOption: true,
        describe: '.csv, .parquet, .mat or .npy with the column time, or the table of a study',
      })
      .option('output', {
        alias: ['o', 'out'],
        type: 'string',
        requiresArg: true,
        describe: 'HTML page to write [default: <file> with .html]',
      })
      .group(['output'], 'Output:')
      .example('$0 report results/crane.csv', 'writes results/crane.html'),
  handler: async ({ file, output = `${file.replace(/\.(?:csv|parquet|mat|npy)$/i, '')}.html` }) => {
    const { refuseOtherThanPages, writeTableReport } = await import('../run/run-report.ts');
    const { writeStudyReport } = await import('../study/study-report.ts');
    refuseOtherThanPages('report', output);
    if (!(await writeStudyReport(file, output))) await writeTableReport(file, output);
    print(text`${output}`);
  },
};
