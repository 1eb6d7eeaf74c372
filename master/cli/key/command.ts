import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import { type Command, print, table } from '../command.ts';
import { keyRingOption } from '../input/signature-options.ts';

const actions = ['new', 'add', 'list', 'remove'] as const;

interface Args {
  action: (typeof actions)[number];
  name?: string;
  file?: string;
  output?: string;
  keyRing?: string;
  passphraseFile?: string;
}

export const keyCommand: Command<Args> = {
  command: 'key <action> [name] [file]',
  describe: 'Create signing keys and manage the key ring',
  builder: (yargs) =>
    yargs
      .positional('action', {
        choices: actions,
        demandOption: true,
        describe: 'create a key pair, or add, list or remove public keys of the ring',
      })
      .positional('name', { type: 'string', describe: 'owner of the key' })
      .positional('file', { type: 'string', describe: 'with add: public key, a PEM file' })
      .option('output', {
        alias: ['o', 'out'],
        type: 'string',
        describe: 'with new: private key file to write [default: private/<name>.pem beside the ring]',
      })
      .option('passphrase-file', {
        type: 'string',
        describe: 'with new: file whose first line locks the private key',
      })
      .option('key-ring', {
        ...keyRingOption,
        describe: 'folder of the key ring [default: $XDG_CONFIG_HOME/fmukit/keys, or ~/.config/fmukit/keys]',
      })
      .group(['output', 'passphrase-file', 'key-ring'], 'Options:')
      .example('$0 key new alice', 'public key in the ring, private key for you alone')
      .example('$0 key add bob bob.pem', 'accepts signatures by bob')
      .example('$0 key list', 'prints names and fingerprints')
      .example('$0 key remove bob', 'no longer accepts signatures by bob'),
  handler: async (args) => {
    const { addKey, createKey, readPassphrase, removeKey } = await import('../../../fmu-sdk/sign/new-key.ts');
    const { readKeyRing } = await import('../../../fmu-sdk/sign/key-ring.ts');
    const { action, keyRing, output } = args;
    if (action === 'list') {
      const { folder, keys } = readKeyRing(keyRing);
      if (keys.length === 0) return print(`no keys in ${folder}`);
      return print(table(keys.map(({ name, fingerprint }) => [name, fingerprint])));
    }
    const name = requireValue(action, 'a name', args.name);
    if (action === 'remove') {
      removeKey(name, keyRing);
      return print(`${name} was removed from the ring`);
    }
    if (action === 'add') {
      const { fingerprint } = addKey(
        name,
        requireValue(action, 'the file of a public key', args.file),
        keyRing,
      );
      return print(
        `${name}  ${fingerprint}\nCompare this fingerprint with ${name} over another channel than the one that delivered the file.`,
      );
    }
    const passphrase = args.passphraseFile === undefined ? undefined : readPassphrase(args.passphraseFile);
    const { privateFile, publicFile, key } = createKey(name, { output, keyRing, passphrase });
    print(
      table([
        [name, key.fingerprint],
        ['public', `${publicFile} (share it)`],
        ['private', `${privateFile} (keep it)`],
      ]),
    );
  },
};

function requireValue(action: string, what: string, value: string | undefined): string {
  if (value === undefined)
    throw new UserError(`key ${action}: ${what} is missing. "fmu key --help" has examples.`);
  return value;
}
