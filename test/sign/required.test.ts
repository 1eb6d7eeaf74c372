import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkFmu } from '../../fmu-sdk/check/check-fmu.ts';
import { fileRules } from '../../fmu-sdk/check/rule-catalogue.ts';
import { loadFmu, openFmu, readFmuFile } from '../../fmu-sdk/host/open-fmu.ts';
import { signFmu } from '../../fmu-sdk/sign/sign-fmu.ts';
import type { SignaturePolicy } from '../../fmu-sdk/sign/signature-policy.ts';
import { loadSystem as loadInPage } from '../../master/run/page/browser-run.ts';
import { loadSystem } from '../../master/system/load-system.ts';
import type { SystemFile } from '../../master/system/system.ts';
import { coreOf } from '../core-of.ts';
import { fmuHere } from '../fmu-here.ts';
import { root } from '../run-fmu.ts';
import { Workshop } from './workshop.ts';

const fmu = (...words: string[]): ReturnType<typeof fmuHere> => fmuHere(words);

const joystick = join(root, 'dist/joystick.fmu');
let shop: Workshop;
/** FMU files: signed by alice, signed by mallory, unsigned. */
let [byAlice, byMallory, byNobody] = ['', '', ''];

beforeAll(async () => {
  shop = new Workshop();
  const unit = readFileSync(joystick);
  byAlice = await shop.signed(unit);
  byMallory = await shop.signed(unit, shop.mallory);
  byNobody = shop.file(unit);
});

const open = (file: string, requireSignature?: SignaturePolicy): Promise<unknown> =>
  openFmu(file, { requireSignature, keyRing: shop.ring });

describe('an FMU with a required signature', () => {
  it('opens if any key of the ring has signed it, and is rejected otherwise', async () => {
    await expect(open(byAlice, true)).resolves.toMatchObject({ host: 'core' });
    await expect(open(byNobody, true)).rejects.toThrow(
      /load .*: expected a signature by a key of .*ring, but the FMU is not signed\. Ask its author for a signed one/,
    );
    await expect(open(byMallory, true)).rejects.toThrow(
      new RegExp(`but the FMU is signed by the unknown key ${shop.mallory.key.fingerprint}`),
    );
  });

  it('opens if one of the required signers has signed it, given by name or fingerprint', async () => {
    await expect(open(byAlice, [])).rejects.toThrow(
      /^load .*: requireSignature = \[\] contains no key\. Name a key, use true for any key of the ring/,
    );
    await expect(open(byAlice, ['bob', 'alice'])).resolves.toBeDefined();
    await expect(open(byAlice, ['bob'])).rejects.toThrow(
      /expected a signature by bob, but the FMU is signed by alice/,
    );
    // A fingerprint needs no key in the ring.
    await expect(open(byMallory, [shop.mallory.key.fingerprint])).resolves.toBeDefined();
    await expect(open(byAlice, ['carol'])).rejects.toThrow(/expected a key in .*, which has alice, bob\./);
  });

  it('a damaged signature is rejected, while unsigned FMUs open without the requirement', async () => {
    const bytes = readFileSync(byAlice);
    bytes[bytes.indexOf('\nsignature ') + 20] ^= 1;
    const broken = shop.file(bytes);
    // The checksum of the zip already detects the change.
    await expect(open(broken, true)).rejects.toThrow(/checksum is wrong/);
    await expect(open(byNobody)).resolves.toBeDefined();
    await expect(open(byMallory, false)).resolves.toBeDefined();
  });

  it('runs from the verified bytes, even if the file changes meanwhile', async () => {
    const file = shop.file(readFileSync(byAlice));
    const signed = await readFmuFile(file);
    copyFileSync(join(root, 'dist/hydraulic-actuator.fmu'), file);
    const demand = { requireSignature: ['alice'], keyRing: shop.ring };
    const core = (unit: Parameters<typeof coreOf>[0]): Buffer => Buffer.from(coreOf(unit));
    expect(core(await loadFmu(signed, demand)).equals(core(await loadFmu(joystick)))).toBe(true);
    const other = await readFmuFile(file);
    copyFileSync(byAlice, file);
    await expect(loadFmu(other, demand)).rejects.toThrow(/but the FMU is not signed/);
  });

  it('opens with a detached signature, but only for the content that was signed', async () => {
    const file = shop.file(readFileSync(joystick));
    await signFmu(file, { key: shop.bob.privateFile, detached: true });
    await expect(open(file, ['bob'])).resolves.toBeDefined();
    copyFileSync(join(root, 'dist/hydraulic-actuator.fmu'), file);
    await expect(open(file, ['bob'])).rejects.toThrow(/\.fmu\.sig is invalid: it is for other content/);
  });

  it('fmu check requires the signature too, for rules on files and on behaviour', async () => {
    const demand = { rules: fileRules, requireSignature: ['alice'], keyRing: shop.ring };
    expect((await checkFmu(byAlice, demand)).verdicts.length).toBe(fileRules.length);
    await expect(checkFmu(byNobody, demand)).rejects.toThrow(/but the FMU is not signed/);
    await expect(checkFmu(byNobody, { requireSignature: true, keyRing: shop.ring })).rejects.toThrow(
      /not signed/,
    );
  });
});

describe('a system with signature policies', () => {
  function system(of: string, more: Partial<SystemFile> = {}, unit: object = {}): string {
    const file: SystemFile = {
      name: 'signed',
      units: { stick: { fmu: of, ...unit } },
      algorithm: { scheme: 'jacobi', step: 0.01 },
      stopTime: 0.05,
      ...more,
    };
    const path = shop.file('', '.json');
    writeFileSync(path, JSON.stringify(file));
    return path;
  }
  const load = (file: string, requireSignature?: SignaturePolicy): Promise<unknown> =>
    loadSystem(file, { keyRing: shop.ring, requireSignature });

  it('requires the signers that it names, for all FMUs or for one', async () => {
    for (const [more, unit] of [
      [{ requireSignature: ['alice'] }, {}] as const,
      [{}, { requireSignature: ['alice'] }] as const,
    ]) {
      await expect(load(system(byAlice, more, unit))).resolves.toBeDefined();
      await expect(load(system(byMallory, more, unit))).rejects.toThrow(/expected a signature by alice/);
    }
    await expect(load(system(byAlice, { requireSignature: [] }))).rejects.toThrow(/requireSignature/);
  });

  it('the policies of the system and of its user both apply, and neither weakens the other', async () => {
    await expect(load(system(byAlice, { requireSignature: ['bob'] }), ['alice'])).rejects.toThrow(
      /signature by bob/,
    );
    await expect(load(system(byAlice, { requireSignature: false }), ['bob'])).rejects.toThrow(
      /signature by bob/,
    );
    await expect(load(system(byAlice, { requireSignature: ['alice'] }), true)).resolves.toBeDefined();
  });

  it('a web page rejects a system with required signatures, because pages lack a key ring', async () => {
    const files = new Map([['a.fmu', new Uint8Array(readFileSync(byAlice))]]);
    const text = readFileSync(system('a.fmu', { requireSignature: true }), 'utf8');
    await expect(loadInPage(text, { files })).rejects.toThrow(
      /requires a signature, which a web page cannot verify/,
    );
    await expect(loadInPage(readFileSync(system('a.fmu'), 'utf8'), { files })).resolves.toBeDefined();
  });

  it('exports its policy into an SSP package, whose FMUs keep their signatures', async () => {
    const target = shop.path('signed.ssp');
    process.env.XDG_CONFIG_HOME = shop.folder;
    try {
      // The user's key ring is empty here.
      const refused = await fmu('export', system(byAlice, { requireSignature: ['alice'] }), '-o', target);
      expect(refused).toMatchObject({ code: 1, out: '' });
      expect(refused.err).toMatch(/expected a key in .*fmukit\/keys, which has none/);
      expect(existsSync(target)).toBe(false);
      const { fingerprint } = shop.alice.key;
      expect(
        await fmu('export', system(byAlice, { requireSignature: [fingerprint] }), '-o', target),
      ).toMatchObject({ code: 0 });
      const run = (...more: string[]): ReturnType<typeof fmu> => fmu('run', target, '--no-record', ...more);
      expect(await run()).toMatchObject({ code: 0 });
      expect((await run('--key-ring', shop.ring, '--require-signature', 'bob')).err).toMatch(
        /expected a signature by bob, but the FMU is signed by alice/,
      );
    } finally {
      delete process.env.XDG_CONFIG_HOME;
    }
  });
});
