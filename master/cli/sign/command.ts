import { type Command, print, text } from '../command.ts';
import { requireSignable } from '../input/input-kind.ts';

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
  describe: 'Sign an FMU or SSP so that others can detect changes',
  builder: (yargs) =>
    yargs
      .positional('file', { type: 'string', demandOption: true, describe: '.fmu or .ssp' })
      .option('key', {
        type: 'string',
        demandOption: true,
        describe: 'private key: PEM file, or the name given to fmu key new',
      })
      .option('passphrase-file', {
        type: 'string',
        describe: 'file whose first line unlocks the key',
      })
      .option('output', {
        alias: ['o', 'out'],
        type: 'string',
        describe: 'file to write [default: <file>, or <file>.sig with --detached]',
      })
      .option('detached', {
        type: 'boolean',
        default: false,
        describe: 'write a separate signature file and leave <file> unchanged',
      })
      .option('replace', {
        type: 'boolean',
        default: false,
        describe: 'remove existing signatures from the file',
      })
      .group(['key', 'passphrase-file'], 'Key:')
      .group(['output', 'detached', 'replace'], 'Output:')
      .example('$0 sign dist/pump.fmu --key alice', 'adds a signature and changes nothing else')
      .example('$0 sign pump.fmu --key alice.pem -o signed/pump.fmu', 'a third-party FMU, under another name')
      .example('$0 sign pump.fmu --key alice --detached', 'writes pump.fmu.sig'),
  handler: async ({ file, key, passphraseFile, output, detached, replace }) => {
    requireSignable('sign', file);
    const { signFmu } = await import('../../../fmu-sdk/sign/sign-fmu.ts');
    const { readPassphrase } = await import('../../../fmu-sdk/sign/new-key.ts');
    const passphrase = passphraseFile === undefined ? undefined : readPassphrase(passphraseFile);
    const signed = await signFmu(file, {
      ...{ key, passphrase },
      ...{ output, detached, replace },
    });
    print(text`${signed.file}: ${signed.entries} entries signed by the key ${signed.fingerprint}`);
  },
};
