import { existsSync } from 'node:fs';
import type { Archive } from '../archive/archive.ts';
import { openArchive } from '../archive/open-archive.ts';
import { requirePath } from '../util/files/require-path.ts';
import { type OptionTable, requireOptions } from '../util/require-options.ts';
import { UserError } from '../util/user-error.ts';
import { type KeyRing, readKey, readKeyRing } from './key-ring.ts';
import { mostBytes, readSmallFile } from './read-small.ts';
import type { SignaturePolicy } from './signature-policy.ts';
import {
  type DetachedSignature,
  type Verification,
  type VerifiedSignature,
  verifyArchive,
} from './verify-archive.ts';

/** Accepted signers, and the location of detached signatures. */
export interface VerifyOptions {
  /** Folder of the key ring. Default: the key ring of the user. */
  keyRing?: string | undefined;
  /** A public key (PEM), in place of the ring. */
  key?: string | undefined;
  /** File of a detached signature. Default: `<FMU>.sig` if it exists. */
  signature?: string | undefined;
}

const verifyKinds: OptionTable<VerifyOptions> = { keyRing: 'path', key: 'path', signature: 'path' };

/** The keys that count. */
function ringOf({ key, keyRing }: VerifyOptions): KeyRing {
  return key === undefined ? readKeyRing(keyRing) : { folder: key, keys: [readKey(key)] };
}

/**
 * Verifies the signatures of an FMU and that its content is unchanged, without running it. The
 * result is `trusted` if one signature is by an accepted key and all are valid.
 *
 * @example
 * const { trusted, reason, signatures } = await verifyFmu('pump.fmu');
 * if (!trusted) console.log(reason);
 * for (const { name, fingerprint, valid } of signatures) console.log(name ?? fingerprint, valid);
 */
export async function verifyFmu(file: string, options: VerifyOptions = {}): Promise<Verification> {
  requirePath('open', file);
  requireOptions(`verify ${file}`, options, verifyKinds);
  return verifyOpened(await openArchive(file), options);
}

/** Verifies an archive that was opened, with the signature beside it where there is one. */
export async function verifyOpened(archive: Archive, options: VerifyOptions = {}): Promise<Verification> {
  return verifyArchive(archive, ringOf(options), readDetached(pathOf(archive), options.signature));
}

/**
 * Rejects an FMU without the signatures that each of `policies` requires. Verifies the bytes in
 * memory that run afterwards, instead of reading the file again.
 */
export async function requireSignature(
  archive: Archive,
  policies: readonly (SignaturePolicy | undefined)[],
  keyRing?: string,
): Promise<void> {
  const wanted = policies.filter((policy) => policy !== undefined && policy !== false);
  if (wanted.length === 0) return;
  const { file } = archive;
  if (wanted.some((policy) => policy !== true && policy.length === 0))
    throw new UserError(
      `load ${file}: requireSignature = [] contains no key. Name a key, use true for any key of the ring, or leave it out.`,
    );
  const ring = readKeyRing(keyRing);
  const { signatures } = await verifyArchive(archive, ring, readDetached(pathOf(archive), undefined));
  const bad = signatures.find(({ valid }) => !valid);
  if (bad !== undefined)
    throw new UserError(
      `load ${file}: expected valid signatures, but ${bad.place} is invalid: ${bad.reason}. Get the FMU again from its signer.`,
    );
  for (const policy of wanted) {
    const accepted = policy === true ? undefined : resolveFingerprints(policy, ring);
    if (signatures.some((signature) => isAccepted(signature, accepted))) continue;
    const by = signatures.map(({ name, fingerprint }) => name ?? `the unknown key ${fingerprint}`).join(', ');
    throw new UserError(
      `load ${file}: expected a signature by ${policy === true ? `a key of ${ring.folder}` : policy.join(' or ')}, but the FMU is ${by === '' ? 'not signed' : `signed by ${by}`}. ` +
        'Ask its author for a signed one, or add the key with "fmu key add" if you know its owner.',
    );
  }
}

function isAccepted(
  { name, fingerprint }: VerifiedSignature,
  accepted: ReadonlySet<string> | undefined,
): boolean {
  return accepted === undefined ? name !== undefined : accepted.has(fingerprint as string);
}

/** Fingerprints of keys that are named so, or by their name in the ring. */
function resolveFingerprints(keys: readonly string[], ring: KeyRing): Set<string> {
  return new Set(
    keys.map((key) => {
      const named = ring.keys.find(({ name }) => name === key);
      if (named !== undefined) return named.fingerprint;
      if (/^[0-9a-f]{64}$/.test(key)) return key;
      const names = ring.keys.map(({ name }) => name).join(', ') || 'none';
      throw new UserError(
        `require a signature by ${key}: expected a key in ${ring.folder}, which has ${names}. Name one of these, or a fingerprint of 64 digits.`,
      );
    }),
  );
}

const pathOf = ({ file, content }: Archive): string => content.path ?? file;

function readDetached(file: string, signatureFile: string | undefined): DetachedSignature {
  const adjacentFile = `${file}.sig`;
  if (signatureFile === undefined && !existsSync(adjacentFile)) return [];
  const path = signatureFile ?? adjacentFile;
  const bytes = readSmallFile(path, mostBytes.signature, 'verify by', 'Name the file of a signature.');
  return [{ file: path, bytes }];
}
