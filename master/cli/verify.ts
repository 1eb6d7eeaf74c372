import type { Command } from './command.ts';

/** What `fmu verify` is asked. */
export interface VerifyArguments {
  file: string;
  key?: string;
  keyRing?: string;
  signature?: string;
}

export const verifyCommand: Command<VerifyArguments> = {
  command: 'verify <file>',
  describe: 'Verify who signed a unit and that nothing in it was changed; nothing of it is run',
  builder: (yargs) =>
    yargs
      .positional('file', { type: 'string', demandOption: true, describe: 'an .fmu or .ssp' })
      .option('key', { type: 'string', describe: 'public key (PEM file) that counts, in place of the ring' })
      .option('key-ring', {
        type: 'string',
        describe:
          'folder of the keys that count [default: $XDG_CONFIG_HOME/fmukit/keys, or ~/.config/fmukit/keys]',
      })
      .option('signature', {
        type: 'string',
        describe: 'file of a detached signature [default: <file>.sig, where it is there]',
      })
      .example('$0 verify pump.fmu', 'by the keys of your ring')
      .example('$0 verify pump.fmu --key alice.pem', 'by one key')
      .example('$0 verify pump.fmu --signature pump.fmu.sig', 'by a signature that came as a file of its own')
      .epilog('Exit code 0: signed by a key that counts, and every signature is valid; 1: anything else.'),
  handler: async (args) => {
    const { verifyFile } = await import('./verify-file.ts');
    await verifyFile(args);
  },
};
