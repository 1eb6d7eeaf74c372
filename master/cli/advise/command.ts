import type { Command } from '../command.ts';
import { allowOption, trustOption } from '../input/permission-options.ts';
import type { AdviseArguments } from './options.ts';

export const adviseCommand: Command<AdviseArguments> = {
  command: 'advise <file>',
  describe:
    'Find the coupling scheme, order and step that have a wanted error by the least work, and say why',
  builder: (yargs) =>
    yargs
      .positional('file', {
        type: 'string',
        demandOption: true,
        describe: 'a system.json, .ssp, .ssd or OspSystemStructure.xml',
      })
      .option('error', {
        type: 'number',
        default: 1e-3,
        describe:
          'largest error of a value that units exchange, or that comes out at the end of a chain, as a share of its nominal value, else of its range',
      })
      .option('until', { type: 'number', describe: 'try no later than that [s]' })
      .option('step', {
        type: 'number',
        describe: 'communication step that steps are multiples or parts of [s]',
      })
      .option('stop-time', { type: 'number', describe: 'when the run ends [s]' })
      .option('work', {
        type: 'number',
        default: 3e7,
        describe: 'steps of units, internal ones among them, after which no more is tried',
      })
      .option('write', {
        type: 'boolean',
        default: false,
        describe: 'write what was found into "algorithm" of the system.json; the rest of it stays as it is',
      })
      .option('json', { type: 'boolean', default: false, describe: 'print JSON' })
      .option('use', {
        type: 'string',
        array: true,
        requiresArg: true,
        describe: 'JavaScript module with couplings, extrapolations or integrators of your own',
      })
      .option('trust', trustOption)
      .option('allow', allowOption)
      .example('$0 advise chain.json', 'for an error of 0.1 % of each value’s range')
      .example('$0 advise system.json --error 1e-4 --write', 'and put it into the file')
      .example('$0 advise system.json --until 2', 'of a long run the first two seconds')
      .example('$0 advise car.ssp --error 1e-2', 'of a system structure package')
      .epilog(
        'The system is run again and again, coarse steps first. "scheme": "auto" in a system does the same before each run, with steps no larger than its own.',
      ),
  handler: async (args) => {
    const { adviseFile } = await import('./handler.ts');
    await adviseFile(args);
  },
};
