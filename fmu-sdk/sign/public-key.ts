import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { messageOf, UserError } from '../util/user-error.ts';

/** A public key of Ed25519 (RFC 8032). */
export interface PublicKey {
  /**
   * SHA-256 of the key as SubjectPublicKeyInfo (DER), 64 hexadecimal digits: `openssl pkey -pubin
   * -outform DER | sha256sum`.
   */
  readonly fingerprint: string;
  /** The key itself, 32 bytes. */
  readonly raw: Uint8Array;
  /** @internal */
  readonly key: KeyObject;
}

/** 2²⁵⁵ − 19: coordinates are below it. */
const p = 2n ** 255n - 19n;

/**
 * The y of all points whose order divides 8: 0 (order 4), 1 (1), −1 (2), and the two of order 8.
 * Such keys allow signatures that match any content (Jackson et al. 2019), which are therefore
 * worthless.
 */
export const smallOrder: readonly bigint[] = [
  0n,
  1n,
  p - 1n,
  0x05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826n,
  0x7a03ac9277fdc74ec6cc392cfa53202a0f67100d760b3cba4fd84d3d706a17c7n,
];

/** Returns a public key from its 32 bytes. Throws an Error for invalid and weak keys. */
export function publicKeyOf(raw: Uint8Array): PublicKey {
  if (raw.length !== 32) throw new Error(`a key of Ed25519 has 32 bytes, not ${raw.length}`);
  const y = BigInt(`0x${Buffer.from(raw).reverse().toString('hex')}`) & (2n ** 255n - 1n);
  if (y >= p || smallOrder.includes(y)) throw new Error('the key is weak: its signatures match any content');
  const x = Buffer.from(raw).toString('base64url');
  return withKey(createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }));
}

/** Reads a public key from a PEM. Rejects a private key. */
export function publicKeyFromPem(pem: string, file: string): PublicKey {
  try {
    if (!/^-----BEGIN PUBLIC KEY-----/m.test(pem)) throw new Error('it does not contain a public key');
    return publicKeyOf(rawOf(createPublicKey(pem)));
  } catch (error) {
    throw new UserError(
      `read ${file}: ${messageOf(error)}. Give a public key of Ed25519 as PEM, such as "fmu key new" writes.`,
    );
  }
}

/** A private key from a PEM, and its public one. */
export function privateKeyFromPem(
  pem: string,
  file: string,
  passphrase?: string,
): { key: KeyObject; public: PublicKey } {
  try {
    const key = createPrivateKey({ key: pem, passphrase });
    return { key, public: publicKeyOf(rawOf(createPublicKey(key))) };
  } catch (error) {
    const locked = /ENCRYPTED/.test(pem);
    const reason = !locked
      ? `not a private key of Ed25519 (${messageOf(error)})`
      : passphrase === undefined
        ? 'locked by a passphrase'
        : 'locked by another passphrase';
    throw new UserError(
      `read the key ${file}: it is ${reason}. ${locked ? 'Give its passphrase (in code the option passphrase, in a shell --passphrase-file).' : 'Give one as PEM, such as "fmu key new" writes.'}`,
    );
  }
}

function rawOf(key: KeyObject): Uint8Array {
  if (key.asymmetricKeyType !== 'ed25519')
    throw new Error(`it is a key of ${key.asymmetricKeyType}, not Ed25519`);
  return new Uint8Array(Buffer.from(key.export({ format: 'jwk' }).x as string, 'base64url'));
}

function withKey(key: KeyObject): PublicKey {
  const der = key.export({ format: 'der', type: 'spki' });
  return { fingerprint: createHash('sha256').update(der).digest('hex'), raw: rawOf(key), key };
}
