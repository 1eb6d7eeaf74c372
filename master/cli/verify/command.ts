import type { Command } from '../command.ts';
import { allowOption } from '../input/permission-options.ts';
import type { VerifyArguments } from './options.ts';

export const verifyCommand: Command<VerifyArguments> = {
  command: 'verify <file>',
  describe:
    'Verify who signed a unit, that nothing in it was changed, and that it computes what its maker says',
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
      .option('unsigned', {
        type: 'boolean',
        default: false,
        describe: 'take a unit that nobody has signed, for its smoke test',
      })
      .option('run', {
        type: 'boolean',
        default: true,
        describe: 'run the smoke test that the unit carries (FMI-LS-REF); --no-run runs nothing of it',
      })
      .option('allow', allowOption)
      .example('$0 verify pump.fmu', 'by the keys of your ring')
      .example('$0 verify pump.fmu --key alice.pem', 'by one key')
      .example('$0 verify pump.fmu --signature pump.fmu.sig', 'by a signature that came as a file of its own')
      .example('$0 verify pump.fmu --unsigned', 'its smoke test alone')
      .epilog(
        'Exit code 0: signed by a key that counts, every signature valid, and its smoke test (if any) passed; 3: so, but the unit ' +
          'failed when the test was over; 1: anything else. ' +
          'What is not signed so is not run.',
      ),
  handler: async (args) => {
    const { verifyFile } = await import('./handler.ts');
    await verifyFile(args);
  },
};
