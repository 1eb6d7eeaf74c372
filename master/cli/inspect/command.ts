import type { Command } from '../command.ts';
import { refuseSystem } from '../input/input-kind.ts';

export const inspectCommand: Command<{ file: string; keyRing?: string; rollback: boolean; json: boolean }> = {
  command: 'inspect <file>',
  describe: 'Print what an FMU is: version, kinds, variables, units, terminals, binaries',
  builder: (yargs) =>
    yargs
      .positional('file', { type: 'string', demandOption: true, describe: 'an .fmu file of FMI 2.0 or 3.0' })
      .option('key-ring', {
        type: 'string',
        describe: 'folder of the keys by which signatures are named [default: your own]',
      })
      .option('rollback', {
        type: 'boolean',
        default: false,
        describe: 'run the unit up to its first step, and measure what it costs to roll it back',
      })
      .option('json', { type: 'boolean', default: false, describe: 'print it as JSON, for programs' })
      .example('$0 inspect dist/my-filter.fmu', 'nothing of the unit is run')
      .example('$0 inspect dist/my-filter.fmu --json', 'all of its description, binaries with their hashes')
      .example(
        '$0 inspect dist/my-filter.fmu --rollback',
        'what a scheme that repeats steps would pay for it',
      ),
  handler: async ({ file, keyRing, rollback, json }) => {
    refuseSystem('inspect', file);
    if (json) {
      const { inspectJson } = await import('./inspect-json.ts');
      return await inspectJson(file, { keyRing, rollback });
    }
    const { inspect } = await import('./handler.ts');
    await inspect(file, keyRing, rollback);
  },
};
