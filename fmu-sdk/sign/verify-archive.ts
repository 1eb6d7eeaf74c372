import type { Archive } from '../archive/archive.ts';
import { messageOf } from '../util/user-error.ts';
import { type Difference, differenceOf, differenceText } from './content-difference.ts';
import type { KeyRing } from './key-ring.ts';
import { readSignature } from './signature-file.ts';
import { type Content, contentOf, signerOf } from './signed-content.ts';

/** What became of one signature. */
export interface VerifiedSignature {
  /** Where it stands: a path in the archive, or a file beside it. */
  readonly place: string;
  /** SHA-256 of the signer's public key; undefined where none can be read. */
  readonly fingerprint?: string;
  /** The signer's name in the key ring; undefined for a key that is not in it. */
  readonly name?: string;
  /** Whether it is by its key over the content as it is. */
  readonly valid: boolean;
  /** Why not, as a sentence without a full stop. */
  readonly reason?: string;
  /** What of the content is another than the one that was signed. */
  readonly difference?: Difference;
}

/** What verification came to. */
export interface Verification {
  readonly file: string;
  /** All that is signed, or would be: SHA-256, size and path of every entry. */
  readonly content: readonly string[];
  readonly signatures: readonly VerifiedSignature[];
  /** There is a signature, and every one is valid. */
  readonly valid: boolean;
  /** It is valid, and one is by a key of the ring. */
  readonly trusted: boolean;
}

/** Signatures in files of their own. */
export type Detached = readonly { readonly file: string; readonly bytes: Uint8Array }[];

/**
 * Verifies every signature in an archive, and those beside it, against all its content and the keys of a ring. Nothing of the
 * unit is run. One that is not valid makes the whole so: content and signatures are left as their makers gave them, or
 * refused. Throws a UserError where the archive is not such that it can be signed at all.
 */
export async function verifyArchive(
  archive: Archive,
  ring: KeyRing,
  detached: Detached = [],
): Promise<Verification> {
  const content = await contentOf(archive, 'verify');
  const signatures = [
    ...[...content.signatures].map(([path, bytes]) => verified(path, bytes, content, ring, signerOf(path))),
    ...detached.map(({ file, bytes }) => verified(file, bytes, content, ring)),
  ];
  const valid = signatures.length > 0 && signatures.every((each) => each.valid);
  const trusted = valid && signatures.some(({ name }) => name !== undefined);
  return { file: archive.file, content: content.lines, signatures, valid, trusted };
}

function verified(
  place: string,
  bytes: Uint8Array,
  { lines }: Content,
  ring: KeyRing,
  owner?: string,
): VerifiedSignature {
  try {
    const { key, lines: signed } = readSignature(bytes);
    const { fingerprint } = key;
    const name = ring.keys.find((each) => each.fingerprint === fingerprint)?.name;
    const who = { place, fingerprint, ...(name !== undefined && { name }) };
    if (owner !== undefined && owner !== fingerprint)
      return { ...who, valid: false, reason: 'it stands under the name of another key' };
    const difference = differenceOf(signed, lines);
    if (difference === undefined) return { ...who, valid: true };
    return { ...who, valid: false, reason: differenceText(difference), difference };
  } catch (error) {
    return { place, valid: false, reason: messageOf(error) };
  }
}
