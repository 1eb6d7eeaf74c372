import type { Command } from './command.ts';

export const inspectCommand: Command<{ file: string }> = {
  command: 'inspect <file>',
  describe: 'Print what an FMU is: version, kinds, variables, units, terminals, binaries',
  builder: (yargs) =>
    yargs
      .positional('file', { type: 'string', demandOption: true, describe: 'an .fmu file of FMI 2.0 or 3.0' })
      .example('$0 inspect dist/crane-single.fmu', 'nothing of the unit is run'),
  handler: async ({ file }) => {
    const { inspect } = await import('./inspect-file.ts');
    await inspect(file);
  },
};
