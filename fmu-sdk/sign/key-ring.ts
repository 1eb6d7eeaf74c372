import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { foreignHands } from '../util/files/foreign-hands.ts';
import { homeFolder } from '../util/files/home-folder.ts';
import { requirePath } from '../util/files/require-path.ts';
import { kindText } from '../util/printable.ts';
import { messageOf, UserError } from '../util/user-error.ts';
import { type PublicKey, publicKeyFromPem } from './public-key.ts';
import { mostBytes, readSmallFile } from './read-small.ts';

/** A key whose owner the user knows under a name. */
export interface NamedKey extends PublicKey {
  readonly name: string;
}

/** Public keys that a user trusts, by names that he gives: a folder of `NAME.pem`. */
export interface KeyRing {
  /** The folder, for messages. */
  readonly folder: string;
  readonly keys: readonly NamedKey[];
}

const namePattern = /^[A-Za-z0-9][A-Za-z0-9._@-]{0,63}$/;

/**
 * The user's own folders: `keys` for public keys of people, `private` for his own.
 *
 * @throws UserError where it is not known where they are
 */
export function keyFolder(kind: 'keys' | 'private'): string {
  const { XDG_CONFIG_HOME: configHome } = process.env;
  // The specification ignores what is not absolute.
  if (configHome?.startsWith('/')) return join(configHome, 'fmukit', kind);
  const home = homeFolder();
  if (home === undefined)
    throw new UserError(
      'look for keys: the folder of your keys is unknown, because HOME is not an absolute path. Set HOME or XDG_CONFIG_HOME to one, or name the files.',
    );
  return join(home, '.config', 'fmukit', kind);
}

/**
 * Reads the keys of a folder, sorted by name. Returns an empty list if the folder is missing.
 * Throws an error if a file in it is not a key.
 *
 * @example
 * for (const { name, fingerprint } of readKeyRing().keys) console.log(name, fingerprint);
 */
export function readKeyRing(folder: string = keyFolder('keys')): KeyRing {
  requirePath('read the key ring', folder);
  let names: string[];
  try {
    names = readdirSync(folder).filter((name) => name.endsWith('.pem'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { folder, keys: [] };
    throw new UserError(`read the key ring ${folder}: ${messageOf(error)}. Name a folder of public keys.`);
  }
  for (const path of [folder, ...names.map((name) => join(folder, name))]) requireOwn(path);
  return {
    folder,
    keys: names.sort().map((name) => readKey(join(folder, name), keyName(name.replace(/\.pem$/, '')))),
  };
}

/** Refuses a key ring that other users can change, because its keys decide whose FMUs run. */
function requireOwn(path: string): void {
  const reason = foreignHands(path);
  if (reason === undefined) return;
  throw new UserError(
    `read the key ring ${path}: ${reason}, and its keys decide whose FMUs run. Let only yourself write there.`,
  );
}

/** One public key from its file, under the file's name if no other is given. */
export function readKey(file: string, name: string = basename(file).replace(/\.pem$/, '')): NamedKey {
  return { ...publicKeyFromPem(readPem(file), file), name };
}

/** Checks that a name can be a key's, and a file's on every platform. */
export function keyName(name: string): string {
  if (typeof name !== 'string' || !namePattern.test(name))
    throw new UserError(
      `key ${typeof name === 'string' ? JSON.stringify(name) : kindText(name)}: expected a name of a key. Use at most 64 letters, digits and . _ @ -, with a letter or digit first.`,
    );
  return name;
}

/** The file of a private key: a path, or the name that it was made under. */
export function privateKeyFile(key: string): string {
  const defaultFile = join(keyFolder('private'), `${key}.pem`);
  return !existsSync(key) && namePattern.test(key) && existsSync(defaultFile) ? defaultFile : key;
}

/** The text of a PEM, which is short. */
export function readPem(file: string): string {
  const bytes = readSmallFile(file, mostBytes.key, 'read the key', 'Name a readable PEM file.');
  return Buffer.from(bytes).toString('latin1');
}
