import type { KeyObject } from 'node:crypto';
import { sign, verify } from 'node:crypto';
import { type PublicKey, publicKeyOf } from './public-key.ts';

const head = 'fmukit signature 1';

/** A signature as it stands in its file: who, what, and that it is by him. */
export interface Signature {
  readonly key: PublicKey;
  /** The content that was signed, by its lines. */
  readonly lines: readonly string[];
}

/**
 * Writes a signature file, ASCII with LF:
 *
 *     fmukit signature 1
 *     key ed25519 ⟨base64⟩
 *     ⟨SHA-256⟩ ⟨bytes⟩ ⟨path⟩         one for each entry
 *     signature ⟨base64⟩
 *
 * The signature covers the bytes of all lines before the last. Ed25519 is deterministic: equal
 * content and key give equal files.
 */
export function writeSignature(
  lines: readonly string[],
  key: { key: KeyObject; public: PublicKey },
): Uint8Array {
  const signed = signedText(lines, key.public);
  return ascii(render(signed, sign(null, ascii(signed), key.key)));
}

/**
 * Reads a signature and verifies it with its key over its lines. Throws an Error with the reason.
 * Each signature has one valid form, and others are rejected.
 */
export function readSignature(bytes: Uint8Array): Signature {
  const text = Buffer.from(bytes).toString('latin1');
  const lines = text.split('\n');
  const [first, keyLine] = lines;
  const last = lines.at(-2) ?? '';
  if (first !== head) throw new Error('its signature format is unknown');
  const raw = base64(keyLine, 'key ed25519 ');
  const signature = base64(last, 'signature ');
  if (raw === undefined || signature === undefined) throw new Error('it is damaged');
  const key = publicKeyOf(raw);
  const content = lines.slice(2, -2);
  const signed = signedText(content, key);
  if (!Buffer.from(bytes).equals(ascii(render(signed, signature)))) throw new Error('it is damaged');
  if (signature.length !== 64 || !verify(null, ascii(signed), key.key, signature))
    throw new Error('it was changed, or is not by its key');
  return { key, lines: content };
}

function signedText(lines: readonly string[], { raw }: PublicKey): string {
  return `${[head, `key ed25519 ${Buffer.from(raw).toString('base64')}`, ...lines].join('\n')}\n`;
}

function render(signed: string, signature: Uint8Array): string {
  return `${signed}signature ${Buffer.from(signature).toString('base64')}\n`;
}

function base64(line: string | undefined, word: string): Uint8Array | undefined {
  return line?.startsWith(word) ? new Uint8Array(Buffer.from(line.slice(word.length), 'base64')) : undefined;
}

function ascii(text: string): Buffer {
  return Buffer.from(text, 'latin1');
}
