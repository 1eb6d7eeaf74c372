import { statSync } from 'node:fs';
import { openArchive } from '../archive/open-archive.ts';
import { writeAtomically } from '../archive/write-zip.ts';
import { requireDistinctPaths } from '../util/files/distinct-paths.ts';
import { requirePath } from '../util/files/require-path.ts';
import { type OptionTable, requireOptions } from '../util/require-options.ts';
import { UserError } from '../util/user-error.ts';
import { privateKeyFile, readPem } from './key-ring.ts';
import type { NewKey } from './new-key.ts';
import { privateKeyFromPem } from './public-key.ts';
import { repack } from './repack.ts';
import { readSignature, writeSignature } from './signature-file.ts';
import { readSignedContent, signaturePathOf, signerOf } from './signed-content.ts';

/** Options for signing an FMU. */
export interface SignOptions {
  /**
   * Private key: its file, a PEM (PKCS #8) of Ed25519, the name of a key in the user's folder, or what
   * `createKey` returned.
   */
  key: string | Pick<NewKey, 'privateFile'>;
  /** Passphrase of a locked key. */
  passphrase?: string | undefined;
  /** File to write. Default: the FMU, or `<FMU>.sig` with `detached`. */
  output?: string | undefined;
  /** Leaves the FMU alone and writes the signature as a file of its own. */
  detached?: boolean | undefined;
  /** Removes the signatures in the FMU, instead of rejecting invalid ones. */
  replace?: boolean | undefined;
}

const signKinds: OptionTable<SignOptions> = {
  key: ['text', 'object'],
  passphrase: 'text',
  output: 'path',
  detached: 'boolean',
  replace: 'boolean',
};

/** Result of signing: the signed file and its signer. */
export interface SignResult {
  /** The file that was written. */
  file: string;
  /** SHA-256 of the signer's public key. */
  fingerprint: string;
  /** Entries that are covered. */
  entries: number;
}

/**
 * Signs an FMU (`.fmu`), or any zip, with Ed25519: the path, size and SHA-256 of every entry. Adds
 * one entry and keeps the others exactly, including their compression. Equal content and key give
 * equal signatures.
 *
 * @example
 * const { fingerprint } = await signFmu('dist/my-filter.fmu', { key: 'alice.private.pem' });
 * await signFmu('dist/my-filter.fmu', { key: createKey('bob') });
 */
export async function signFmu(file: string, options: SignOptions): Promise<SignResult> {
  requirePath('sign', file);
  requireOptions(`sign ${file}`, options === undefined ? {} : options, signKinds);
  const keyFile = fileOf(options?.key, `sign ${file}: key`);
  const { detached = false, replace = false } = options;
  const output = options.output ?? (detached ? `${file}.sig` : file);
  requireDistinctPaths(`sign ${file}: write`, output, detached ? [file, keyFile] : [keyFile]);
  const key = privateKeyFromPem(ownPem(keyFile), keyFile, options.passphrase);
  const { fingerprint } = key.public;
  const archive = await openArchive(file);
  const { lines, signatures, tiles } = await readSignedContent(archive, 'sign');
  if (!replace) rejectOutdatedSignature(file, lines, signatures);
  const signature = writeSignature(lines, key);
  if (detached) writeAtomically(output, signature);
  else {
    const path = signaturePathOf(fingerprint);
    const keptTiles = tiles.filter(({ name }) => (replace ? signerOf(name) === undefined : name !== path));
    writeAtomically(output, repack(archive.content.zip, keptTiles, [[path, signature]]));
  }
  return { file: output, fingerprint, entries: lines.length };
}

/** Signatures in the FMU that do not fit would make the whole not valid. */
function rejectOutdatedSignature(
  file: string,
  lines: readonly string[],
  signatures: ReadonlyMap<string, Uint8Array>,
): void {
  for (const [path, bytes] of signatures) {
    if (matchesContent(bytes, lines)) continue;
    throw new UserError(
      `sign ${file}: the signature ${path} in it does not match its content. Get the FMU again from its signer, or remove its signatures (replace).`,
    );
  }
}

function matchesContent(bytes: Uint8Array, lines: readonly string[]): boolean {
  try {
    return readSignature(bytes).lines.join('\n') === lines.join('\n');
  } catch {
    return false;
  }
}

/** Returns the file of a private key: a path, the name of a key, or that of a new key. */
function fileOf(key: SignOptions['key'] | undefined, what: string): string {
  const file = typeof key === 'object' && key !== null ? key.privateFile : key;
  requirePath(what, file);
  return privateKeyFile(file);
}

/** Reads a private key file that other users must not be able to read. */
function ownPem(file: string): string {
  const pem = readPem(file);
  if (/^-----BEGIN PUBLIC KEY-----/m.test(pem))
    throw new UserError(
      `sign by ${file}: expected a private key, got a public key. Give the private key of this pair.`,
    );
  if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0)
    throw new UserError(`read the key ${file}: others can read it. Run chmod 600 ${file}.`);
  return pem;
}
