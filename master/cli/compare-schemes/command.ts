import type { Command } from '../command.ts';
import { allowOption, trustOption } from '../input/permission-options.ts';
import type { CompareArguments } from './options.ts';

export const compareSchemesCommand: Command<CompareArguments> = {
  command: 'compare-schemes <file>',
  describe: 'Compare all coupling schemes: accuracy against cost',
  builder: (yargs) =>
    yargs
      .positional('file', {
        type: 'string',
        demandOption: true,
        describe: 'system.json, .ssp, .ssd or OspSystemStructure.xml',
      })
      .option('output', {
        alias: ['o', 'out'],
        type: 'string',
        describe: 'HTML page to write [default: results/<name>-schemes.html]',
      })
      .option('report', { type: 'string', conflicts: 'output', describe: 'HTML page to write, as --output' })
      .option('csv', { type: 'string', describe: 'file to write with a row for each run' })
      .option('json', {
        type: 'string',
        requiresArg: false,
        describe: 'print the results and the reference as JSON, or file for them',
      })
      .option('only', {
        type: 'string',
        array: true,
        requiresArg: true,
        describe: 'run only these coupling schemes',
      })
      .option('levels', {
        type: 'number',
        default: 7,
        describe: 'number of step sizes, each half of the one before if the FMUs allow it',
      })
      .option('largest', {
        type: 'number',
        describe: 'largest step [s], a multiple of the step of the system [default: 1/50 of the run]',
      })
      .option('until', { type: 'number', describe: 'time at which trial runs end early [s]' })
      .option('stop-time', { type: 'number', describe: 'time at which the run ends [s]' })
      .option('step', {
        type: 'number',
        describe: 'communication step H whose multiples and fractions are tried [s]',
      })
      .option('use', {
        type: 'string',
        array: true,
        requiresArg: true,
        describe: 'JavaScript modules with custom schemes, extrapolations, solvers',
      })
      .option('trust', trustOption)
      .option('allow', allowOption)
      .group(['output', 'report', 'csv', 'json'], 'Results:')
      .group(['only', 'levels', 'largest', 'until', 'stop-time', 'step'], 'Trial runs:')
      .group(['use', 'trust', 'allow'], 'Custom and trusted code:')
      .example('$0 compare-schemes chain.json', 'prints a table and writes a page with a plot')
      .example('$0 compare-schemes system.json --csv schemes.csv --levels 5', 'for your own evaluation')
      .example('$0 compare-schemes system.json --only jacobi newton --until 2', 'two schemes, up to t = 2 s')
      .epilog(
        'The error of an exchanged value, or of an output at the end of a chain, is its largest difference from the most accurate run. ' +
          'It is relative to the nominal value. Without a nominal value, the larger of two errors counts: ' +
          'the largest difference relative to the range, and the RMS difference relative to the RMS value. ' +
          'Work counts steps of FMUs and their internal steps. The step of the system itself is tried in addition to --levels.',
      ),
  handler: async (args) => {
    const { compareFile } = await import('./handler.ts');
    await compareFile(args);
  },
};
