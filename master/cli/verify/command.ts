import type { Command } from '../command.ts';
import { allowOption } from '../input/permission-options.ts';
import { keyRingOption } from '../input/signature-options.ts';
import type { VerifyArguments } from './options.ts';

export const verifyCommand: Command<VerifyArguments> = {
  command: 'verify <file>',
  describe: 'Verify the signatures of an FMU and run its smoke test',
  builder: (yargs) =>
    yargs
      .positional('file', { type: 'string', demandOption: true, describe: '.fmu or .ssp' })
      .option('key', { type: 'string', describe: 'public key (PEM file) to accept, instead of the ring' })
      .option('key-ring', keyRingOption)
      .option('signature', {
        type: 'string',
        describe: 'file of a detached signature [default: <file>.sig if present]',
      })
      .option('unsigned', {
        type: 'boolean',
        default: false,
        describe: 'accept an unsigned FMU, to run its smoke test',
      })
      .option('run', {
        type: 'boolean',
        default: true,
        describe: 'run the smoke test of the FMU, FMI-LS-REF (--no-run: run nothing)',
      })
      .option('allow', allowOption)
      .option('system', {
        type: 'string',
        describe: 'system that the FMU was packed from: run both and compare all values bit by bit',
      })
      .group(['key', 'key-ring', 'signature', 'unsigned'], 'Signatures:')
      .group(['run', 'allow'], 'Smoke test:')
      .group(['system'], 'FMUs of fmu pack:')
      .example('$0 verify pump.fmu', 'with the keys of your ring')
      .example('$0 verify pump.fmu --key alice.pem', 'with one key')
      .example('$0 verify pump.fmu --signature pump.fmu.sig', 'with a detached signature')
      .example('$0 verify pump.fmu --unsigned', 'only its smoke test')
      .example('$0 verify plant.fmu --unsigned --system plant.json', 'a pack against its system')
      .epilog(
        'Exit code 0: an accepted key signed the file, every signature is valid, and the smoke test passed if there is one, and the values equal those of the --system. ' +
          'Exit code 3: as for 0, but the FMU failed after its test had ended. Exit code 1: anything else. ' +
          'An FMU without an accepted signature is not run, except with --unsigned.',
      ),
  handler: async (args) => {
    const { verifyFile } = await import('./handler.ts');
    await verifyFile(args);
  },
};
