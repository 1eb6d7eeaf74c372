import type { Archive } from '../archive/archive.ts';
import { messageOf } from '../util/user-error.ts';
import { type Difference, differenceOf, differenceText } from './content-difference.ts';
import type { KeyRing } from './key-ring.ts';
import { readSignature } from './signature-file.ts';
import { readSignedContent, type SignedContent, signerOf } from './signed-content.ts';

/** Result for one signature. */
export interface VerifiedSignature {
  /** Location: a path in the archive, or a file beside it. */
  readonly place: string;
  /** SHA-256 of the signer's public key. Undefined if it is unreadable. */
  readonly fingerprint?: string;
  /** Signer's name in the key ring. Undefined for an unknown key. */
  readonly name?: string;
  /** True if the signature is by its key over the present content. */
  readonly valid: boolean;
  /** Why not, as a sentence without a full stop. */
  readonly reason?: string;
  /** Difference of the present content from the signed content. */
  readonly difference?: Difference;
}

/** Result of the verification. */
export interface Verification {
  readonly file: string;
  /** All signed or signable content: SHA-256, size and path of every entry. */
  readonly content: readonly string[];
  readonly signatures: readonly VerifiedSignature[];
  /** There is a signature, and every one is valid. */
  readonly valid: boolean;
  /** It is valid, and one is by a key of the ring. */
  readonly trusted: boolean;
  /** Why it is not trusted, and what to do, in sentences. Undefined if it is trusted. */
  readonly reason?: string;
}

/** Signatures in files of their own. */
export type DetachedSignature = readonly { readonly file: string; readonly bytes: Uint8Array }[];

/**
 * Verifies every signature in an archive and beside it, against its whole content and the keys of a
 * ring. Does not run the FMU.
 *
 * One invalid signature makes the whole archive invalid: all content and signatures must be as
 * their authors wrote them. Throws a UserError if the archive cannot be signed at all.
 */
export async function verifyArchive(
  archive: Archive,
  ring: KeyRing,
  detached: DetachedSignature = [],
): Promise<Verification> {
  const content = await readSignedContent(archive, 'verify');
  const signatures = [
    ...[...content.signatures].map(([path, bytes]) =>
      verifySignature(path, bytes, content, ring, signerOf(path)),
    ),
    ...detached.map(({ file, bytes }) => verifySignature(file, bytes, content, ring)),
  ];
  const valid = signatures.length > 0 && signatures.every((signature) => signature.valid);
  const trusted = valid && signatures.some(({ name }) => name !== undefined);
  const verification = { file: archive.file, content: content.lines, signatures, valid, trusted };
  return trusted ? verification : { ...verification, reason: reasonOf(signatures, valid, ring) };
}

function reasonOf(signatures: readonly VerifiedSignature[], valid: boolean, ring: KeyRing): string {
  if (signatures.length === 0)
    return 'it is not signed. Ask its author for a signed file, or for a file with its signature.';
  if (!valid) return 'a signature is not valid. Get the FMU again from its signer, and do not run this one.';
  const by = signatures.map(({ fingerprint }) => fingerprint).join(', ');
  return `no key of ${ring.folder} has signed it. Anyone can create a key. It is signed by the unknown key ${by}: if you know the owner, add the key to the ring.`;
}

function verifySignature(
  place: string,
  bytes: Uint8Array,
  { lines }: SignedContent,
  ring: KeyRing,
  owner?: string,
): VerifiedSignature {
  try {
    const { key, lines: signed } = readSignature(bytes);
    const { fingerprint } = key;
    const name = ring.keys.find((candidate) => candidate.fingerprint === fingerprint)?.name;
    const signer = { place, fingerprint, ...(name !== undefined && { name }) };
    if (owner !== undefined && owner !== fingerprint)
      return { ...signer, valid: false, reason: 'it has the name of another key' };
    const difference = differenceOf(signed, lines);
    if (difference === undefined) return { ...signer, valid: true };
    return { ...signer, valid: false, reason: differenceText(difference), difference };
  } catch (error) {
    return { place, valid: false, reason: messageOf(error) };
  }
}
