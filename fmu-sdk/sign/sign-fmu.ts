import { statSync } from 'node:fs';
import { openArchive } from '../archive/open-archive.ts';
import { writeWhole } from '../archive/write-zip.ts';
import { requireDistinctPaths } from '../util/files/distinct-paths.ts';
import { requirePath } from '../util/files/require-path.ts';
import { type OptionTable, requireOptions } from '../util/require-options.ts';
import { UserError } from '../util/user-error.ts';
import { readPem } from './key-ring.ts';
import { privateKeyFromPem } from './public-key.ts';
import { repack } from './repack.ts';
import { readSignature, writeSignature } from './signature-file.ts';
import { contentOf, signaturePathOf, signerOf } from './signed-content.ts';

/** How a unit is signed. */
export interface SignOptions {
  /** File of the private key, a PEM (PKCS #8) of Ed25519. */
  key: string;
  /** What unlocks the key, where it is locked. */
  passphrase?: string | undefined;
  /** The file to write; the unit itself when left out, and `<unit>.sig` with `detached`. */
  output?: string | undefined;
  /** Leaves the unit alone and writes the signature as a file of its own. */
  detached?: boolean | undefined;
  /** Drops the signatures that are in the unit, instead of refusing those that no longer fit. */
  replace?: boolean | undefined;
}

const signKinds: OptionTable<SignOptions> = {
  key: 'path',
  passphrase: 'text',
  output: 'path',
  detached: 'boolean',
  replace: 'boolean',
};

/** What was signed, and by whom. */
export interface SignResult {
  /** The file that was written. */
  file: string;
  /** SHA-256 of the signer's public key. */
  fingerprint: string;
  /** Entries that are covered. */
  entries: number;
}

/**
 * Signs a unit (`.fmu`), or any zip, by Ed25519: every entry with path, size and SHA-256. Its content stays byte for byte as it
 * is, also as it is compressed; one entry is added. The same content and key give the same signature.
 *
 * @example
 * const { fingerprint } = await signFmu('dist/my-filter.fmu', { key: 'alice.private.pem' });
 */
export async function signFmu(file: string, options: SignOptions): Promise<SignResult> {
  requirePath('sign', file);
  requireOptions(`sign ${file}`, options === undefined ? {} : options, signKinds);
  requirePath(`sign ${file}: key`, options?.key);
  const { key: keyFile, detached = false, replace = false } = options;
  const output = options.output ?? (detached ? `${file}.sig` : file);
  requireDistinctPaths(`sign ${file}: write`, output, detached ? [file, keyFile] : [keyFile]);
  const key = privateKeyFromPem(ownPem(keyFile), keyFile, options.passphrase);
  const { fingerprint } = key.public;
  const archive = await openArchive(file);
  const { lines, signatures, tiles } = await contentOf(archive, 'sign');
  if (!replace) refuseStale(file, lines, signatures);
  const signature = writeSignature(lines, key);
  if (detached) writeWhole(output, signature);
  else {
    const path = signaturePathOf(fingerprint);
    const kept = tiles.filter(({ name }) => (replace ? signerOf(name) === undefined : name !== path));
    writeWhole(output, repack(archive.content.zip, kept, [[path, signature]]));
  }
  return { file: output, fingerprint, entries: lines.length };
}

/** Signatures in the unit that do not fit would make the whole not valid. */
function refuseStale(
  file: string,
  lines: readonly string[],
  signatures: ReadonlyMap<string, Uint8Array>,
): void {
  for (const [path, bytes] of signatures) {
    if (fits(bytes, lines)) continue;
    throw new UserError(
      `sign ${file}: the signature ${path} in it does not fit its content. Get the unit again from its signer, or drop the signatures in it by --replace.`,
    );
  }
}

function fits(bytes: Uint8Array, lines: readonly string[]): boolean {
  try {
    return readSignature(bytes).lines.join('\n') === lines.join('\n');
  } catch {
    return false;
  }
}

/** A private key, which nobody else may read. */
function ownPem(file: string): string {
  const pem = readPem(file);
  if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0)
    throw new UserError(`read the key ${file}: others can read it. Run chmod 600 ${file}.`);
  return pem;
}
