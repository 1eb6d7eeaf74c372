import type { Command } from '../command.ts';
import type { ExportArguments } from './options.ts';

export const exportCommand: Command<ExportArguments> = {
  command: 'export <file>',
  describe: 'Write a system for other tools: with its units as one .ssp, or as OspSystemStructure.xml',
  builder: (yargs) =>
    yargs
      .positional('file', {
        type: 'string',
        demandOption: true,
        describe: 'a system.json, .ssp, .ssd or OspSystemStructure.xml',
      })
      .option('output', {
        alias: ['o', 'out'],
        type: 'string',
        describe: '.ssp, or .xml of OSP, to write [default: results/<name>.ssp]',
      })
      .example('$0 export chain.json -o chain.ssp', 'a system structure package (SSP)')
      .example('$0 export pair.json -o OspSystemStructure.xml', 'for the Open Simulation Platform')
      .example('$0 export OspSystemStructure.xml -o pair.ssp', 'from the one form to the other'),
  handler: async (args) => {
    const { exportFile } = await import('./handler.ts');
    await exportFile(args);
  },
};
