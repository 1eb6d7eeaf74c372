import type { Command } from '../command.ts';
import { allowOption, trustOption } from '../input/permission-options.ts';
import type { AdviseArguments } from './options.ts';

export const adviseCommand: Command<AdviseArguments> = {
  command: 'advise <file>',
  describe: 'Find the cheapest coupling scheme and step for a given error',
  builder: (yargs) =>
    yargs
      .positional('file', {
        type: 'string',
        demandOption: true,
        describe: 'system.json, .ssp, .ssd or OspSystemStructure.xml',
      })
      .option('error', {
        type: 'number',
        default: 1e-3,
        describe: 'largest relative error of exchanged values and outputs',
      })
      .option('write', {
        type: 'boolean',
        default: false,
        describe: 'write the result to "algorithm" of the system.json',
      })
      .option('json', { type: 'boolean', default: false, describe: 'print the result as JSON' })
      .option('seconds', {
        type: 'number',
        default: 30,
        describe: 'time budget of the search [s], after which the best answer so far is printed',
      })
      .option('until', { type: 'number', describe: 'time at which trial runs end early [s]' })
      .option('stop-time', { type: 'number', describe: 'time at which the run ends [s]' })
      .option('step', {
        type: 'number',
        describe: 'communication step H whose multiples and fractions are tried [s]',
      })
      .option('work', {
        type: 'number',
        default: 3e7,
        describe: 'limit for the number of FMU steps, internal steps included',
      })
      .option('use', {
        type: 'string',
        array: true,
        requiresArg: true,
        describe: 'JavaScript modules with custom schemes, extrapolations, solvers',
      })
      .option('trust', trustOption)
      .option('allow', allowOption)
      .group(['error', 'write', 'json'], 'Results:')
      .group(['seconds', 'until', 'stop-time', 'step', 'work'], 'Trial runs:')
      .group(['use', 'trust', 'allow'], 'Custom and trusted code:')
      .example('$0 advise chain.json', 'for an error of 0.1 %')
      .example('$0 advise system.json --error 1e-4 --write', 'writes the result to the file')
      .example('$0 advise system.json --until 2', 'tries only the first two seconds')
      .example('$0 advise car.ssp --error 1e-2', 'for a system structure package')
      .epilog(
        'Errors are relative to the nominal value or, without one, to the range of the value. ' +
          'The system is run many times, coarse steps first. ' +
          '"scheme": "auto" in a system does this before each run, with steps up to the step of the system.',
      ),
  handler: async (args) => {
    const { adviseFile } = await import('./handler.ts');
    await adviseFile(args);
  },
};
