import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder } from '../util/files/make-folder.ts';
import { requirePath } from '../util/files/require-path.ts';
import { type OptionTable, requireOptions } from '../util/require-options.ts';
import { messageOf, UserError } from '../util/user-error.ts';
import { keyFolder, keyName, type NamedKey, readKey } from './key-ring.ts';
import { mostBytes, readSmallFile } from './read-small.ts';

/** Files and protection of a new key. */
export interface NewKeyOptions {
  /** File of the private key. Default: `private/NAME.pem` in the user's folder. */
  output?: string | undefined;
  /** Folder of the key ring. Default: the key ring of the user. */
  keyRing?: string | undefined;
  /** Passphrase that locks the private key. Default: the key is not locked. */
  passphrase?: string | undefined;
}

const newKeyKinds: OptionTable<NewKeyOptions> = { output: 'path', keyRing: 'path', passphrase: 'text' };

/** A pair of keys that was made: its files, and the public key. */
export interface NewKey {
  privateFile: string;
  publicFile: string;
  key: NamedKey;
}

/**
 * Creates a key pair (Ed25519): the private key in a file that only its owner can read, the public
 * key in the key ring. Does not overwrite files.
 *
 * @throws UserError if one of the files exists
 *
 * @example
 * const { privateFile, key } = createKey('alice', { output: 'alice.private.pem' });
 * console.log(privateFile, key.fingerprint);
 */
export function createKey(name: string, options: NewKeyOptions = {}): NewKey {
  keyName(name);
  requireOptions(`key new ${name}`, options, newKeyKinds);
  const { passphrase, keyRing = keyFolder('keys') } = options;
  const privateFile = options.output ?? join(keyFolder('private'), `${name}.pem`);
  const publicFile = join(keyRing, `${name}.pem`);
  for (const file of [privateFile, publicFile])
    if (existsSync(file)) throw new UserError(`key new ${name}: ${file} exists. Choose another name.`);
  const pair = generateKeyPairSync('ed25519');
  write(privateFile, privatePem(pair.privateKey, passphrase), 0o600);
  try {
    write(publicFile, pair.publicKey.export({ format: 'pem', type: 'spki' }) as string, 0o644);
  } catch (error) {
    rmSync(privateFile);
    throw error;
  }
  return { privateFile, publicFile, key: readKey(publicFile) };
}

/**
 * Adds the public key in a file to the key ring.
 *
 * @throws UserError if the file does not contain a public key, or if the name exists
 *
 * @example
 * const { fingerprint } = addKey('alice', 'downloads/alice.pem');
 * console.log(fingerprint); // to be compared with what she says of it
 */
export function addKey(name: string, file: string, keyRing: string = keyFolder('keys')): NamedKey {
  keyName(name);
  requirePath(`key add ${name}`, file);
  requirePath(`key add ${name}: keyRing`, keyRing);
  const target = join(keyRing, `${name}.pem`);
  const { key } = readKey(file);
  if (existsSync(target))
    throw new UserError(
      `key add ${name}: a key with this name exists. Choose another name, or remove it first.`,
    );
  write(target, key.export({ format: 'pem', type: 'spki' }) as string, 0o644);
  return readKey(target);
}

/**
 * Removes a key from the ring.
 *
 * @throws UserError if a key with this name is missing
 *
 * @example
 * removeKey('alice');
 */
export function removeKey(name: string, keyRing: string = keyFolder('keys')): void {
  keyName(name);
  requirePath(`key remove ${name}: keyRing`, keyRing);
  try {
    rmSync(join(keyRing, `${name}.pem`));
  } catch (error) {
    throw new UserError(`key remove ${name}: ${messageOf(error)}. "fmu key list" lists the keys.`);
  }
}

/** The passphrase in a file: its first line. */
export function readPassphrase(file: string): string {
  const next = 'Write it into the first line of a file.';
  const bytes = readSmallFile(file, mostBytes.key, 'read the passphrase in', next);
  const [line] = Buffer.from(bytes).toString('utf8').split(/\r?\n/);
  if (line === '') throw new UserError(`read the passphrase in ${file}: its first line is empty. ${next}`);
  return line;
}

function privatePem(key: KeyObject, passphrase: string | undefined): string {
  const locked = passphrase === undefined ? {} : { cipher: 'aes-256-cbc', passphrase };
  return key.export({ format: 'pem', type: 'pkcs8', ...locked }) as string;
}

function write(file: string, text: string, mode: number): void {
  try {
    makeFolder(dirname(file), 0o700);
    writeFileSync(file, text, { mode, flag: 'wx' });
  } catch (error) {
    // A full disk leaves an empty or partial file, which would stop the next try.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') rmSync(file, { force: true });
    throw new UserError(`write the key ${file}: ${messageOf(error)}. Name a writable file.`);
  }
}
