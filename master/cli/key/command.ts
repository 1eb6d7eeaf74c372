import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import { type Command, print, table } from '../command.ts';

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
  describe: 'Make keys to sign with, and keep those of the people whose signatures count (the key ring)',
  builder: (yargs) =>
    yargs
      .positional('action', {
        choices: actions,
        demandOption: true,
        describe:
          'new: make a pair; add: put a public key into the ring; list: show it; remove: take one out',
      })
      .positional('name', { type: 'string', describe: 'whose key it is' })
      .positional('file', { type: 'string', describe: 'with add: the public key, a PEM file' })
      .option('output', {
        alias: ['o', 'out'],
        type: 'string',
        describe: 'with new: file for the private key [default: private/<name>.pem beside the ring]',
      })
      .option('key-ring', {
        type: 'string',
        describe: 'folder of the ring [default: $XDG_CONFIG_HOME/fmukit/keys, or ~/.config/fmukit/keys]',
      })
      .option('passphrase-file', {
        type: 'string',
        describe: 'with new: file whose first line locks the private key',
      })
      .example(
        '$0 key new alice',
        'a pair of keys: the public one in the ring, the private one for you alone',
      )
      .example('$0 key add bob bob.pem', 'from now on a signature by bob counts')
      .example('$0 key list', 'names and fingerprints')
      .example('$0 key remove bob', 'from now on it does not'),
  handler: async (args) => {
    const { addKey, newKey, readPassphrase, removeKey } = await import('../../../fmu-sdk/sign/new-key.ts');
    const { readKeyRing } = await import('../../../fmu-sdk/sign/key-ring.ts');
    const { action, keyRing, output } = args;
    if (action === 'list') {
      const { folder, keys } = readKeyRing(keyRing);
      if (keys.length === 0) return print(`no key in ${folder}`);
      return print(table(keys.map(({ name, fingerprint }) => [name, fingerprint])));
    }
    const name = given(action, 'a name', args.name);
    if (action === 'remove') {
      removeKey(name, keyRing);
      return print(`${name} is no longer in the ring`);
    }
    if (action === 'add') {
      const { fingerprint } = addKey(name, given(action, 'the file of a public key', args.file), keyRing);
      return print(
        `${name}  ${fingerprint}\nCompare this fingerprint with ${name}, by another way than the file came.`,
      );
    }
    const passphrase = args.passphraseFile === undefined ? undefined : readPassphrase(args.passphraseFile);
    const { privateFile, publicFile, key } = newKey(name, { output, keyRing, passphrase });
    print(
      table([
        [name, key.fingerprint],
        ['public', `${publicFile} (give it away)`],
        ['private', `${privateFile} (keep it)`],
      ]),
    );
  },
};

function given(action: string, what: string, value: string | undefined): string {
  if (value === undefined)
    throw new UserError(`key ${action}: ${what} is missing. "fmu key --help" has examples.`);
  return value;
}
