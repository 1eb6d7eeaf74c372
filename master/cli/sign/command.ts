import { type Command, print, text } from '../command.ts';
import { refuseUnsignable } from '../input/input-kind.ts';

interface Args {
  file: string;
  key: string;
  passphraseFile?: string;
  output?: string;
  detached: boolean;
  replace: boolean;
}

export const signCommand: Command<Args> = {
  command: 'sign <file>',
  describe: 'Sign a unit: who has it can tell that nothing in it was changed, and who vouches for it',
  builder: (yargs) =>
    yargs
      .positional('file', { type: 'string', demandOption: true, describe: 'an .fmu or .ssp' })
      .option('key', {
        type: 'string',
        demandOption: true,
        describe: 'private key: a PEM file, or the name that "fmu key new" was given',
      })
      .option('passphrase-file', {
        type: 'string',
        describe: 'file whose first line unlocks the key, if it is locked',
      })
      .option('output', {
        alias: ['o', 'out'],
        type: 'string',
        describe: 'file to write [default: the unit itself; with --detached, <file>.sig]',
      })
      .option('detached', {
        type: 'boolean',
        default: false,
        describe: 'write the signature as a file beside the unit, which stays as it is',
      })
      .option('replace', {
        type: 'boolean',
        default: false,
        describe: 'drop the signatures that are in the unit',
      })
      .example(
        '$0 sign dist/pump.fmu --key alice',
        'puts a signature into the unit; nothing else in it changes',
      )
      .example(
        '$0 sign pump.fmu --key alice.pem -o signed/pump.fmu',
        "another tool's unit, under another name",
      )
      .example('$0 sign pump.fmu --key alice --detached', 'writes pump.fmu.sig'),
  handler: async ({ file, key, passphraseFile, output, detached, replace }) => {
    refuseUnsignable('sign', file);
    const { signFmu } = await import('../../../fmu-sdk/sign/sign-fmu.ts');
    const { privateKeyFile } = await import('../../../fmu-sdk/sign/key-ring.ts');
    const { readPassphrase } = await import('../../../fmu-sdk/sign/new-key.ts');
    const passphrase = passphraseFile === undefined ? undefined : readPassphrase(passphraseFile);
    const signed = await signFmu(file, {
      ...{ output, detached, replace },
      key: privateKeyFile(key),
      passphrase,
    });
    print(text`${signed.file}: ${signed.entries} entries signed by the key ${signed.fingerprint}`);
  },
};
