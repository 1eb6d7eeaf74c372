import type { Command } from '../command.ts';
import { allowOption, trustOption } from '../input/permission-options.ts';
import type { CompareArguments } from './options.ts';

export const compareSchemesCommand: Command<CompareArguments> = {
  command: 'compare-schemes <file>',
  describe: 'Run a system by every coupling scheme with a ladder of steps: accuracy against cost',
  builder: (yargs) =>
    yargs
      .positional('file', {
        type: 'string',
        demandOption: true,
        describe: 'a system.json, .ssp, .ssd or OspSystemStructure.xml',
      })
      .option('levels', {
        type: 'number',
        default: 7,
        describe:
          'sizes of steps, each half of the one before, as far as units allow it; beside them the system’s own',
      })
      .option('largest', {
        type: 'number',
        describe: 'the largest step [s], a whole number of the system’s [default: the run has 50 of them]',
      })
      .option('until', { type: 'number', describe: 'run no later than that [s]' })
      .option('step', {
        type: 'number',
        describe: 'communication step that steps are multiples or parts of [s]',
      })
      .option('stop-time', { type: 'number', describe: 'when the run ends [s]' })
      .option('only', {
        type: 'string',
        array: true,
        requiresArg: true,
        describe: 'these coupling schemes alone',
      })
      .option('output', {
        alias: ['o', 'out'],
        type: 'string',
        describe: 'the page to write [default: results/<name>-schemes.html]',
      })
      .option('csv', { type: 'string', describe: 'file for a row for each run' })
      .option('json', {
        type: 'string',
        requiresArg: false,
        describe: 'print the same as JSON, with what it was measured against; or a file for it',
      })
      .option('use', {
        type: 'string',
        array: true,
        requiresArg: true,
        describe: 'JavaScript module with couplings, extrapolations or integrators of your own',
      })
      .option('trust', trustOption)
      .option('allow', allowOption)
      .example('$0 compare-schemes chain.json', 'table, and a page with a plot')
      .example('$0 compare-schemes system.json --csv schemes.csv --levels 5', 'for a program of your own')
      .example('$0 compare-schemes system.json --only jacobi newton --until 2', 'two of them, up to t = 2 s')
      .example('$0 compare-schemes car.ssp --levels 5', 'of a system structure package')
      .epilog(
        'The error of a value that units exchange, or that comes out at the end of a chain, is its largest difference to the most accurate run, as a share of its nominal value; where none is declared, of its range, or the root mean square of the differences as a share of its own, whichever is larger. Work counts steps of units, and their internal steps.',
      ),
  handler: async (args) => {
    const { compareFile } = await import('./handler.ts');
    await compareFile(args);
  },
};
