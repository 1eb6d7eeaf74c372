import type { Command } from '../command.ts';
import type { ViewArguments } from './options.ts';

export const viewCommand: Command<ViewArguments> = {
  command: 'view <file>',
  describe: 'Run a system and show it live in a local web page',
  builder: (yargs) =>
    yargs
      .positional('file', {
        type: 'string',
        demandOption: true,
        describe: 'system.json, .ssp, .ssd, OspSystemStructure.xml or .fmu',
      })
      .option('port', {
        type: 'number',
        default: 0,
        describe: 'port of 127.0.0.1 for the page (0: any free port)',
      })
      .group(['port'], 'Options:')
      .example('$0 view chain.json', 'prints the address of the page, ends with Ctrl-C'),
  handler: async (args) => {
    const { viewFile } = await import('./handler.ts');
    await viewFile(args);
  },
};
