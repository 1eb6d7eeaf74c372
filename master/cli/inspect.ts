import type { Command } from './command.ts';

export const inspectCommand: Command<{ file: string; keyRing?: string }> = {
  command: 'inspect <file>',
  describe: 'Print what an FMU is: version, kinds, variables, units, terminals, binaries',
  builder: (yargs) =>
    yargs
      .positional('file', { type: 'string', demandOption: true, describe: 'an .fmu file of FMI 2.0 or 3.0' })
      .option('key-ring', {
        type: 'string',
        describe: 'folder of the keys by which signatures are named [default: your own]',
      })
      .example('$0 inspect dist/crane-single.fmu', 'nothing of the unit is run'),
  handler: async ({ file, keyRing }) => {
    const { inspect } = await import('./inspect-file.ts');
    await inspect(file, keyRing);
  },
};
