import type { Command } from '../command.ts';
import { allowOption, trustOption } from '../input/permission-options.ts';
import type { ReplayArguments } from './handler.ts';

export const replayCommand: Command<ReplayArguments> = {
  command: 'replay <recording> [other]',
  describe: 'Replay recorded calls: without their units, of another unit, or against another recording',
  builder: (yargs) =>
    yargs
      .positional('recording', {
        type: 'string',
        demandOption: true,
        describe: 'a file that fmu run --record-calls has written',
      })
      .positional('other', {
        type: 'string',
        describe: 'another one, to be compared with it up to the first call that is other',
      })
      .option('unit', {
        type: 'string',
        requiresArg: true,
        describe:
          'an .fmu of which the calls are made again, up to the first that it answers otherwise; of several units name=file.fmu',
      })
      .option('host', {
        choices: ['component', 'native'] as const,
        describe: 'with --unit: what of it runs [default: its component, else its library]',
      })
      .option('relative', {
        type: 'number',
        default: 0,
        describe: 'what values may differ by, as a share of the larger one; 0: not by a bit',
      })
      .option('output', {
        alias: ['o', 'out'],
        type: 'string',
        describe: 'without --unit: file of results of the replayed run, .csv, .parquet, .mat or .npy',
      })
      .option('use', {
        type: 'string',
        array: true,
        requiresArg: true,
        describe: 'without --unit: the modules of your own with which it was recorded',
      })
      .option('trust', trustOption)
      .option('allow', allowOption)
      .example('$0 replay pump.calls -o again.csv', 'the same results, without the unit')
      .example('$0 replay pump.calls --unit pump.fmu', 'does it answer the same here?')
      .example('$0 replay car.calls --unit pump=new.fmu', 'and another version of one of several?')
      .example('$0 replay linux.calls windows.calls', 'where two runs part'),
  handler: async (args) => {
    const { replay } = await import('./handler.ts');
    await replay(args);
  },
};
