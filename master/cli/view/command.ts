import type { Command } from '../command.ts';
import type { ViewArguments } from './options.ts';

export const viewCommand: Command<ViewArguments> = {
  command: 'view <file>',
  describe: 'Run a system and show it in a page of this machine while it runs, with pause and stop',
  builder: (yargs) =>
    yargs
      .positional('file', {
        type: 'string',
        demandOption: true,
        describe: 'a system.json, .ssp, .ssd, OspSystemStructure.xml or .fmu',
      })
      .option('port', {
        type: 'number',
        default: 0,
        describe: 'port of 127.0.0.1 on which the page is served; 0 for any that is free',
      })
      .example('$0 view chain.json', 'prints the address of the page; Ctrl-C ends it'),
  handler: async (args) => {
    const { viewFile } = await import('./handler.ts');
    await viewFile(args);
  },
};
