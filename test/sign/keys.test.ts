import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readKey, readKeyRing } from '../../fmu-sdk/sign/key-ring.ts';
import { addKey, createKey, removeKey } from '../../fmu-sdk/sign/new-key.ts';
import { publicKeyOf, smallOrder } from '../../fmu-sdk/sign/public-key.ts';
import { signFmu } from '../../fmu-sdk/sign/sign-fmu.ts';
import { rawZip } from './raw-zip.ts';
import { Workshop } from './workshop.ts';

const shop = new Workshop();

const p = 2n ** 255n - 19n;
const mod = (a: bigint): bigint => ((a % p) + p) % p;
function power(a: bigint, n: bigint): bigint {
  let [result, base] = [1n, mod(a)];
  for (let k = n; k > 0n; k >>= 1n, base = mod(base * base)) if (k & 1n) result = mod(result * base);
  return result;
}
const inverse = (a: bigint): bigint => power(a, p - 2n);
const d = mod(-121665n * inverse(121666n));
type Point = readonly [x: bigint, y: bigint];

/** Returns the sum of two points on −x² + y² = 1 + d x² y² (RFC 8032, 5.1.4). */
function plus([x, y]: Point, [u, v]: Point): Point {
  const k = mod(d * x * y * u * v);
  return [mod((x * v + y * u) * inverse(1n + k)), mod((y * v + x * u) * inverse(1n - k))];
}

/** Returns a point of the curve with this y. */
function pointAt(y: bigint): Point {
  const square = mod((y * y - 1n) * inverse(d * y * y + 1n));
  const root = power(square, (p + 3n) / 8n);
  const x = mod(root * root) === square ? root : mod(root * power(2n, (p - 1n) / 4n));
  expect(mod(x * x)).toBe(square);
  return [x, y];
}

const bytesOf = (y: bigint): Uint8Array => Buffer.from(y.toString(16).padStart(64, '0'), 'hex').reverse();

describe('public and private keys', () => {
  it('the five public keys whose order divides 8 are rejected as weak', () => {
    expect(new Set(smallOrder).size).toBe(5);
    for (const y of smallOrder) {
      let point = pointAt(y);
      for (let k = 0; k < 3; k++) point = plus(point, point);
      expect(point).toEqual([0n, 1n]);
      for (const sign of [0n, 1n << 255n]) expect(() => publicKeyOf(bytesOf(y | sign))).toThrow(/weak/);
    }
  });

  it('a public key with a coordinate outside of the field is rejected as a second encoding of a key', () => {
    for (const y of [p, p + 1n, 2n ** 255n - 1n]) expect(() => publicKeyOf(bytesOf(y))).toThrow(/weak/);
  });

  it('Node.js accepts a forged signature by the key of order 1, so that fmukit must reject the key', () => {
    const x = Buffer.from(bytesOf(1n)).toString('base64url');
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    const forged = Buffer.concat([bytesOf(1n), Buffer.alloc(32)]);
    for (const text of ['any', 'content']) expect(verify(null, Buffer.from(text), key, forged)).toBe(true);
  });

  it('the fingerprint is the SHA-256 of the DER encoding, as printed by openssl', () => {
    const pem =
      '-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=\n-----END PUBLIC KEY-----\n';
    const { fingerprint } = readKey(shop.file(pem, '.pem'));
    expect(fingerprint).toBe('a1e9156054e04fac899ae9f275132cdc07a5dbc4ea2c2ad3a1ffc6e0d253681f');
  });

  it('a new private key is readable only by its owner, and signing rejects one that others can read', async () => {
    const { privateFile } = shop.alice;
    expect(statSync(privateFile).mode & 0o777).toBe(0o600);
    const open = shop.path('open.pem');
    writeFileSync(open, readFileSync(privateFile), { mode: 0o644 });
    await expect(signFmu(shop.file(rawZip([])), { key: open })).rejects.toThrow(
      /read the key .*open\.pem: others can read it\. Run chmod 600/,
    );
  });

  it('signing takes what createKey returned, and names a public key before it judges who can read it', async () => {
    const { file, fingerprint } = await signFmu(shop.file(rawZip([{ name: 'a', content: '' }])), {
      key: shop.alice,
    });
    expect(fingerprint).toBe(shop.alice.key.fingerprint);
    expect(await shop.verify(file)).not.toHaveProperty('reason');
    await expect(signFmu(file, { key: shop.alice.publicFile })).rejects.toThrow(
      /expected a private key, got a public key\. Give the private key/,
    );
  });

  it('a verification says why an FMU is not trusted, and names unknown keys', async () => {
    const content = rawZip([{ name: 'a', content: '' }]);
    expect((await shop.verify(content)).reason).toMatch(/^it is not signed\. Ask its author/);
    const { reason } = await shop.verify(await shop.signed(content, shop.mallory));
    expect(reason).toMatch(/^no key of .*ring has signed it/);
    expect(reason).toContain(`unknown key ${shop.mallory.key.fingerprint}: if you know the owner`);
  });

  it('keys are never searched relative to the current folder', () => {
    const { HOME, XDG_CONFIG_HOME } = process.env;
    try {
      for (const home of ['', 'relative']) {
        Object.assign(process.env, { HOME: home, XDG_CONFIG_HOME: 'relative' });
        for (const action of [() => createKey('dora'), () => readKeyRing()])
          expect(action).toThrow(
            'look for keys: the folder of your keys is unknown, because HOME is not an absolute path. Set HOME or XDG_CONFIG_HOME to one, or name the files.',
          );
      }
      process.env.XDG_CONFIG_HOME = '/none/such';
      expect(readKeyRing()).toEqual({ folder: '/none/such/fmukit/keys', keys: [] });
    } finally {
      for (const [key, value] of Object.entries({ HOME, XDG_CONFIG_HOME }))
        if (value === undefined) delete process.env[key];
        else process.env[key] = value;
    }
  });

  it('an encrypted private key opens only with its passphrase', async () => {
    const locked = createKey('locked', {
      keyRing: shop.ring,
      output: shop.path('locked.pem'),
      passphrase: 'open sesame',
    });
    expect(readFileSync(locked.privateFile, 'latin1')).toMatch(/^-----BEGIN ENCRYPTED PRIVATE KEY-----/);
    const sign = (passphrase?: string): Promise<unknown> =>
      signFmu(shop.file(rawZip([{ name: 'a', content: '' }])), { key: locked.privateFile, passphrase });
    await expect(sign()).rejects.toThrow(
      /it is locked by a passphrase\. Give its passphrase \(in code the option passphrase/,
    );
    await expect(sign('open')).rejects.toThrow(/locked by another passphrase/);
    expect(await sign('open sesame')).toMatchObject({ fingerprint: locked.key.fingerprint, entries: 1 });
  });

  it('keys of other algorithms, private keys and arbitrary text are rejected with the name of the file', async () => {
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const ed448 = generateKeyPairSync('ed448');
    const pem = (key: { export(o: { format: 'pem'; type: 'spki' }): string | Buffer }): string =>
      shop.file(key.export({ format: 'pem', type: 'spki' }), '.pem');
    expect(() => readKey(pem(rsa.publicKey))).toThrow(/key of rsa, not Ed25519/);
    expect(() => readKey(pem(ed448.publicKey))).toThrow(/key of ed448, not Ed25519/);
    expect(() => readKey(shop.alice.privateFile)).toThrow(/it does not contain a public key/);
    expect(() => readKey('/dev/zero')).toThrow(/read the key \/dev\/zero: it is not a regular file/);
    expect(() => readKey(shop.file('hello', '.pem'))).toThrow(/it does not contain a public key/);
    const file = shop.file(rsa.privateKey.export({ format: 'pem', type: 'pkcs8' }), '.pem');
    await expect(signFmu(shop.file(rawZip([])), { key: file })).rejects.toThrow(
      /others can read it|key of rsa/,
    );
  });

  it('key creation never overwrites a file of a key pair', () => {
    const options = { keyRing: shop.ring, output: shop.path('carol.pem') };
    const carol = createKey('carol', options);
    const before = [carol.privateFile, carol.publicFile].map((file) => readFileSync(file, 'latin1'));
    expect(() => createKey('carol', options)).toThrow(/exists\./);
    expect(() => createKey('carol', { ...options, output: shop.path('carol2.pem') })).toThrow(/exists\./);
    expect(() => addKey('carol', shop.bob.publicFile, shop.ring)).toThrow(/a key with this name exists/);
    expect([carol.privateFile, carol.publicFile].map((file) => readFileSync(file, 'latin1'))).toEqual(before);
    expect(existsSync(shop.path('carol2.pem'))).toBe(false);
  });
});

describe('a key ring', () => {
  it('adds and removes keys by name, and is empty if its folder does not exist', () => {
    const ring = shop.path('friends');
    expect(readKeyRing(ring).keys).toEqual([]);
    const { fingerprint } = addKey('bob@example', shop.bob.publicFile, ring);
    expect(readKeyRing(ring).keys.map((key) => [key.name, key.fingerprint])).toEqual([
      ['bob@example', fingerprint],
    ]);
    removeKey('bob@example', ring);
    expect(readKeyRing(ring).keys).toEqual([]);
    expect(() => removeKey('bob@example', ring)).toThrow(/"fmu key list" lists the keys/);
  });

  it('rejects key names that leave its folder', () => {
    for (const name of ['../x', 'a/b', '', '.hidden', 'x'.repeat(65), 'a\nb'])
      expect(() => addKey(name, shop.bob.publicFile, shop.ring)).toThrow(/expected a name of a key/);
  });

  it('reports an error for a file without a key, instead of skipping the file', () => {
    const ring = shop.path('broken');
    addKey('bob', shop.bob.publicFile, ring);
    writeFileSync(join(ring, 'x.pem'), 'nothing');
    expect(() => readKeyRing(ring)).toThrow(/read .*x\.pem: it does not contain a public key/);
  });
});
