import type { Command } from '../command.ts';
import { allowOption, trustOption } from '../input/permission-options.ts';
import type { ReplayArguments } from './handler.ts';

export const replayCommand: Command<ReplayArguments> = {
  command: 'replay <recording> [other]',
  describe: 'Replay recorded calls, or compare them with an FMU',
  builder: (yargs) =>
    yargs
      .positional('recording', {
        type: 'string',
        demandOption: true,
        describe: 'file that fmu run --record-calls wrote',
      })
      .positional('other', {
        type: 'string',
        describe: 'second recording, compared up to the first difference',
      })
      .option('output', {
        alias: ['o', 'out'],
        type: 'string',
        describe: 'without --unit: result file of the replayed run, .csv, .parquet, .mat or .npy',
      })
      .option('use', {
        type: 'string',
        array: true,
        requiresArg: true,
        describe: 'without --unit: custom modules that the recorded run used',
      })
      .option('unit', {
        type: 'string',
        requiresArg: true,
        describe: 'FMU to call again (if the run had several: name=file.fmu)',
      })
      .option('host', {
        choices: ['component', 'native'] as const,
        describe: 'binary of --unit to run [default: component if present]',
      })
      .option('relative', {
        type: 'number',
        default: 0,
        describe: 'tolerance relative to the larger value (0: bit for bit)',
      })
      .option('trust', trustOption)
      .option('allow', allowOption)
      .group(['output', 'use'], 'Replay without the FMU:')
      .group(['unit', 'host'], 'Comparison with an FMU:')
      .group(['relative', 'trust', 'allow'], 'Common options:')
      .example('$0 replay pump.calls -o again.csv', 'same results, without the FMU')
      .example('$0 replay pump.calls --unit pump.fmu', 'compares answers on this machine')
      .example('$0 replay car.calls --unit pump=new.fmu', 'compares a new version of one FMU')
      .example('$0 replay linux.calls windows.calls', 'finds the first difference of two runs'),
  handler: async (args) => {
    const { replay } = await import('./handler.ts');
    await replay(args);
  },
};
