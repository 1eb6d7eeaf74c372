import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fmuHere } from '../fmu-here.ts';
import { root } from '../run-fmu.ts';
import { Workshop } from './workshop.ts';

const fmu = (...words: string[]): ReturnType<typeof fmuHere> => fmuHere(words);

let shop: Workshop;
let unit: string;
const before = process.env.XDG_CONFIG_HOME;

beforeAll(() => {
  shop = new Workshop();
  process.env.XDG_CONFIG_HOME = shop.path('config');
  unit = shop.path('unit.fmu');
  copyFileSync(join(root, 'dist/joystick.fmu'), unit);
});
afterAll(() => {
  if (before === undefined) delete process.env.XDG_CONFIG_HOME;
  else process.env.XDG_CONFIG_HOME = before;
});

describe('fmu key, sign and verify', () => {
  it('fmu key new, fmu sign and fmu verify work together for a signer and a verifier with the public key', async () => {
    expect((await fmu('key', 'list')).out).toMatch(/^no keys in .*config\/fmukit\/keys\n$/);
    const created = await fmu('key', 'new', 'dora');
    const fingerprint = /^dora +([0-9a-f]{64})\n/.exec(created.out)?.[1] as string;
    expect(created.out).toMatch(
      /public .*config\/fmukit\/keys\/dora\.pem .*\nprivate .*config\/fmukit\/private\/dora\.pem /,
    );
    expect((await fmu('key', 'list')).out).toBe(`dora  ${fingerprint}\n`);
    const signed = await fmu('sign', unit, '--key', 'dora');
    expect(signed).toMatchObject({ code: 0, err: '' });
    expect(signed.out).toMatch(new RegExp(`unit\\.fmu: \\d+ entries signed by the key ${fingerprint}\n`));
    expect(await fmu('verify', unit)).toMatchObject({
      code: 0,
      err: '',
      out: expect.stringMatching(
        /^dora .* valid\n.*: valid, \d+ entries\n\nSmoke test "start", 20 steps: passed\n/,
      ),
    });
    const publicKey = shop.path('config/fmukit/keys/dora.pem');
    expect(await fmu('verify', unit, '--key', publicKey)).toMatchObject({ code: 0 });
    expect(await fmu('verify', unit, '--key-ring', shop.path('ring'))).toMatchObject({
      code: 1,
      out: expect.stringMatching(/^unknown key +[0-9a-f]{64} +valid\n$/),
      err: expect.stringMatching(/no key of .*ring has signed it\. Anyone can create a key\./),
    });
    const added = await fmu('key', 'add', 'theo', publicKey, '--key-ring', shop.path('ring'));
    expect(added.out).toMatch(new RegExp(`^theo {2}${fingerprint}\nCompare this fingerprint`));
    expect((await fmu('verify', unit, '--key-ring', shop.path('ring'))).out).toMatch(/^theo /);
    expect((await fmu('key', 'remove', 'theo', '--key-ring', shop.path('ring'))).code).toBe(0);
    expect((await fmu('verify', unit, '--key-ring', shop.path('ring'))).code).toBe(1);
  });

  it('fmu verify ends with code 1 and a reason for an unsigned or changed FMU', async () => {
    const unsigned = join(root, 'dist/joystick.fmu');
    expect(await fmu('verify', unsigned)).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(/it is not signed\. Ask/),
    });
    const changed = shop.file(readFileSync(unit));
    await fmu('sign', unit, '--key', 'dora', '--detached', '-o', shop.path('unit.sig'));
    copyFileSync(join(root, 'dist/hydraulic-actuator.fmu'), changed);
    expect(await fmu('verify', changed, '--signature', shop.path('unit.sig'))).toMatchObject({
      code: 1,
      out: expect.stringMatching(
        /^dora .* NOT VALID: it is for other content: changed .*; added .*; removed/,
      ),
      err: expect.stringMatching(/a signature is not valid\. Get the FMU again/),
    });
  });

  it('fmu inspect lists the signers', async () => {
    expect((await fmu('inspect', unit)).out).toMatch(/\nSignatures\ndora +[0-9a-f]{64} +valid\n/);
    expect((await fmu('inspect', unit, '--key-ring', shop.path('ring'))).out).toMatch(
      /\nunknown key +[0-9a-f]{64}/,
    );
    expect((await fmu('inspect', join(root, 'dist/joystick.fmu'))).out).toMatch(/\nNot signed\n/);
  });

  it('fmu run and fmu check reject unsigned FMUs with --require-signature', async () => {
    const unsigned = join(root, 'dist/joystick.fmu');
    const short = ['--stop-time', '0.05', '--no-record', '--require-signature'];
    expect(await fmu('run', unit, ...short)).toMatchObject({ code: 0 });
    expect(await fmu('run', unit, ...short, 'dora')).toMatchObject({ code: 0 });
    expect(await fmu('run', unsigned, ...short)).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(/but the FMU is not signed/),
    });
    const checking = ['--static', '--require-signature', 'dora'];
    expect(await fmu('check', unit, ...checking)).toMatchObject({ err: '' });
    expect(await fmu('check', unsigned, ...checking)).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(/not signed/),
    });
  });

  it('each missing or wrong argument ends in one line with a reason', async () => {
    for (const [words, message] of [
      [['key', 'new'], /key new: a name is missing/],
      [['key', 'add', 'x'], /key add: the file of a public key is missing/],
      [['key', 'add', 'x', '/nowhere.pem'], /read the key \/nowhere\.pem: ENOENT/],
      [['sign', unit, '--key', 'nobody'], /read the key nobody: ENOENT.*Name a readable PEM file/],
      [['sign', '/nowhere.fmu', '--key', 'dora'], /open \/nowhere\.fmu: ENOENT/],
      [['sign', unit, '--key', 'dora', '--passphrase-file', '/nowhere'], /read the passphrase in \/nowhere/],
      [
        ['verify', unit, '--signature', '/nowhere'],
        /verify by \/nowhere: ENOENT.*Name the file of a signature/,
      ],
    ] as const) {
      const { code, out, err } = await fmu(...words);
      expect([code, out]).toEqual([1, '']);
      expect(err).toMatch(message);
      expect(err.trim().split('\n')).toHaveLength(1);
    }
    expect(existsSync('/nowhere.sig')).toBe(false);
  });
});
