import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readKey, readKeyRing } from '../../fmu-sdk/sign/key-ring.ts';
import { addKey, newKey, removeKey } from '../../fmu-sdk/sign/new-key.ts';
import { publicKeyOf, smallOrder } from '../../fmu-sdk/sign/public-key.ts';
import { signFmu } from '../../fmu-sdk/sign/sign-fmu.ts';
import { rawZip } from './raw-zip.ts';
import { Workshop } from './workshop.ts';

let shop: Workshop;
beforeAll(() => void (shop = new Workshop()));
afterAll(() => shop.dispose());

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

/** The sum on −x² + y² = 1 + d x² y² (RFC 8032, 5.1.4). */
function plus([x, y]: Point, [u, v]: Point): Point {
  const k = mod(d * x * y * u * v);
  return [mod((x * v + y * u) * inverse(1n + k)), mod((y * v + x * u) * inverse(1n - k))];
}

/** A point with this y. */
function pointAt(y: bigint): Point {
  const square = mod((y * y - 1n) * inverse(d * y * y + 1n));
  const root = power(square, (p + 3n) / 8n);
  const x = mod(root * root) === square ? root : mod(root * power(2n, (p - 1n) / 4n));
  expect(mod(x * x)).toBe(square);
  return [x, y];
}

const bytesOf = (y: bigint): Uint8Array => Buffer.from(y.toString(16).padStart(64, '0'), 'hex').reverse();

describe('keys', () => {
  it('whose order divides 8 are refused: eight times each is the neutral point, and there are five such y', () => {
    expect(new Set(smallOrder).size).toBe(5);
    for (const y of smallOrder) {
      let point = pointAt(y);
      for (let k = 0; k < 3; k++) point = plus(point, point);
      expect(point).toEqual([0n, 1n]);
      for (const sign of [0n, 1n << 255n]) expect(() => publicKeyOf(bytesOf(y | sign))).toThrow(/weak/);
    }
  });

  it('with a coordinate beyond the field are refused, which would be second names of others', () => {
    for (const y of [p, p + 1n, 2n ** 255n - 1n]) expect(() => publicKeyOf(bytesOf(y))).toThrow(/weak/);
  });

  it('of order 1 fit any content in the library below, so that it has to be refused here', () => {
    const x = Buffer.from(bytesOf(1n)).toString('base64url');
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    const forged = Buffer.concat([bytesOf(1n), Buffer.alloc(32)]);
    for (const text of ['any', 'content']) expect(verify(null, Buffer.from(text), key, forged)).toBe(true);
  });

  it('are known by the SHA-256 of their DER form, which openssl prints too', () => {
    const pem =
      '-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=\n-----END PUBLIC KEY-----\n';
    const { fingerprint } = readKey(shop.file(pem, '.pem'));
    expect(fingerprint).toBe('a1e9156054e04fac899ae9f275132cdc07a5dbc4ea2c2ad3a1ffc6e0d253681f');
  });

  it('that are private can be read by their owner alone, and are refused if others can', async () => {
    const { privateFile } = shop.alice;
    expect(statSync(privateFile).mode & 0o777).toBe(0o600);
    const open = shop.path('open.pem');
    writeFileSync(open, readFileSync(privateFile), { mode: 0o644 });
    await expect(signFmu(shop.file(rawZip([])), { key: open })).rejects.toThrow(
      /read the key .*open\.pem: others can read it\. Run chmod 600/,
    );
  });

  it('are looked for in no folder that only happens to be the current one', () => {
    const { HOME, XDG_CONFIG_HOME } = process.env;
    try {
      for (const home of ['', 'relative']) {
        Object.assign(process.env, { HOME: home, XDG_CONFIG_HOME: 'relative' });
        for (const action of [() => newKey('dora'), () => readKeyRing()])
          expect(action).toThrow(
            'look for keys: it is not known where yours are, as HOME is no absolute path. Set HOME or XDG_CONFIG_HOME to one, or name the files.',
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

  it('that are locked open with their passphrase alone', async () => {
    const locked = newKey('locked', {
      keyRing: shop.ring,
      output: shop.path('locked.pem'),
      passphrase: 'open sesame',
    });
    expect(readFileSync(locked.privateFile, 'latin1')).toMatch(/^-----BEGIN ENCRYPTED PRIVATE KEY-----/);
    const sign = (passphrase?: string): Promise<unknown> =>
      signFmu(shop.file(rawZip([{ name: 'a', content: '' }])), { key: locked.privateFile, passphrase });
    await expect(sign()).rejects.toThrow(
      /it is locked by a passphrase\. Give its passphrase by --passphrase-file/,
    );
    await expect(sign('open')).rejects.toThrow(/locked by another passphrase/);
    expect(await sign('open sesame')).toMatchObject({ fingerprint: locked.key.fingerprint, entries: 1 });
  });

  it('of another algorithm, private ones in the ring and texts that are none are refused by name', async () => {
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const ed448 = generateKeyPairSync('ed448');
    const pem = (key: { export(o: { format: 'pem'; type: 'spki' }): string | Buffer }): string =>
      shop.file(key.export({ format: 'pem', type: 'spki' }), '.pem');
    expect(() => readKey(pem(rsa.publicKey))).toThrow(/key of rsa, not Ed25519/);
    expect(() => readKey(pem(ed448.publicKey))).toThrow(/key of ed448, not Ed25519/);
    expect(() => readKey(shop.alice.privateFile)).toThrow(/it holds no public key/);
    expect(() => readKey('/dev/zero')).toThrow(/read the key \/dev\/zero: it is no file/);
    expect(() => readKey(shop.file('hello', '.pem'))).toThrow(/it holds no public key/);
    const file = shop.file(rsa.privateKey.export({ format: 'pem', type: 'pkcs8' }), '.pem');
    await expect(signFmu(shop.file(rawZip([])), { key: file })).rejects.toThrow(
      /others can read it|key of rsa/,
    );
  });

  it('are never overwritten, neither of a pair', () => {
    const options = { keyRing: shop.ring, output: shop.path('carol.pem') };
    const carol = newKey('carol', options);
    const before = [carol.privateFile, carol.publicFile].map((file) => readFileSync(file, 'latin1'));
    expect(() => newKey('carol', options)).toThrow(/is there already/);
    expect(() => newKey('carol', { ...options, output: shop.path('carol2.pem') })).toThrow(
      /is there already/,
    );
    expect(() => addKey('carol', shop.bob.publicFile, shop.ring)).toThrow(/there is a key of this name/);
    expect([carol.privateFile, carol.publicFile].map((file) => readFileSync(file, 'latin1'))).toEqual(before);
    expect(existsSync(shop.path('carol2.pem'))).toBe(false);
  });
});

describe('a key ring', () => {
  it('gains and loses keys by name; one that is not there is empty', () => {
    const ring = shop.path('friends');
    expect(readKeyRing(ring).keys).toEqual([]);
    const { fingerprint } = addKey('bob@example', shop.bob.publicFile, ring);
    expect(readKeyRing(ring).keys.map((key) => [key.name, key.fingerprint])).toEqual([
      ['bob@example', fingerprint],
    ]);
    removeKey('bob@example', ring);
    expect(readKeyRing(ring).keys).toEqual([]);
    expect(() => removeKey('bob@example', ring)).toThrow(/"fmu key list" names those that are there/);
  });

  it('has no names that leave its folder', () => {
    for (const name of ['../x', 'a/b', '', '.hidden', 'x'.repeat(65), 'a\nb'])
      expect(() => addKey(name, shop.bob.publicFile, shop.ring)).toThrow(/that is no name of a key/);
  });

  it('with a file that is no key is an error, not a smaller ring', () => {
    const ring = shop.path('broken');
    addKey('bob', shop.bob.publicFile, ring);
    writeFileSync(join(ring, 'x.pem'), 'nothing');
    expect(() => readKeyRing(ring)).toThrow(/read .*x\.pem: it holds no public key/);
  });
});
