import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openArchive } from '../../fmu-sdk/archive/read.ts';
import { zip } from '../../fmu-sdk/archive/write.ts';
import { newKey } from '../../fmu-sdk/signature/new-key.ts';
import { type VerifyOptions, verifyOpened } from '../../fmu-sdk/signature/required.ts';
import { signFmu } from '../../fmu-sdk/signature/sign.ts';
import type { Verification } from '../../fmu-sdk/signature/verify.ts';

let folder: string;
let ring: string;
let alice: ReturnType<typeof newKey>;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fmukit-signature-'));
  ring = join(folder, 'ring');
  alice = newKey('alice', { keyRing: ring, output: join(folder, 'alice.private.pem') });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const verify = async (file: string, options: VerifyOptions = {}): Promise<Verification> =>
  verifyOpened(await openArchive(file), { keyRing: ring, ...options });

describe('sign', () => {
  it('thin path', async () => {
    const file = join(folder, 'a.fmu');
    writeFileSync(file, await zip(new Map([['modelDescription.xml', 'x'.repeat(500)], ['a/ä %.txt', 'hi']])));
    const { fingerprint } = await signFmu(file, { key: alice.privateFile });
    const v = await verify(file);
    console.log(v, readFileSync(file).length);
    expect(v.trusted).toBe(true);
    console.log(await (await openArchive(file)).text(`extra/org.fmukit.signature/${fingerprint}.sig`));
  });
});
