import type { Command } from '../command.ts';
import type { ExportArguments } from './options.ts';

export const exportCommand: Command<ExportArguments> = {
  command: 'export <file>',
  describe: 'Write a system as SSP, or for the Open Simulation Platform',
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
        describe: 'file to write: .ssp with its FMUs, or .xml (OSP) [default: results/<name>.ssp]',
      })
      .group(['output'], 'Output:')
      .example('$0 export chain.json -o chain.ssp', 'a system structure package (SSP)')
      .example('$0 export pair.json -o OspSystemStructure.xml', 'for the Open Simulation Platform')
      .example('$0 export OspSystemStructure.xml -o pair.ssp', 'converts OSP to SSP'),
  handler: async (args) => {
    const { exportFile } = await import('./handler.ts');
    await exportFile(args);
  },
};
