import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import JSZip from 'jszip';
import { describe, expect, it } from 'vitest';
import { checkFmu } from '../../fmu-sdk/check/check-fmu.ts';
import { filesOf, fmi3 } from '../../fmu-sdk/check/example/example-fmu.ts';
import { type CheckResult, findingsOf } from '../../fmu-sdk/check/result/check-result.ts';
import { fileRules } from '../../fmu-sdk/check/rule-catalogue.ts';
import { readZipDirectory } from '../../fmu-sdk/check/zip/central-directory.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

const files = filesOf(fmi3({ files: {} }));
const folder = temporaryFolder('check');

async function archive(change?: (zip: JSZip) => void, platform: 'UNIX' | 'DOS' = 'DOS'): Promise<Buffer> {
  const zip = new JSZip();
  for (const [path, content] of Object.entries(files)) zip.file(path, content, { createFolders: false });
  change?.(zip);
  return zip.generateAsync({ type: 'nodebuffer', compression: 'DEFLATE', platform });
}

async function checked(bytes: Uint8Array, name = 'unit.fmu'): Promise<string[]> {
  const file = join(folder, name);
  writeFileSync(file, bytes);
  return rules(await checkFmu(file, { rules: fileRules }));
}

function rules(result: CheckResult): string[] {
  return [...new Set(findingsOf(result).map(({ rule }) => rule))];
}

/** Changes a 16-bit field of every entry of the central directory. */
function patched(bytes: Buffer, field: number, value: number): Buffer {
  const copy = Buffer.from(bytes);
  for (let at = copy.indexOf('PK\u0001\u0002'); at >= 0; at = copy.indexOf('PK\u0001\u0002', at + 4))
    copy.writeUInt16LE(value, at + field);
  return copy;
}

describe('inputs of a check', () => {
  it('an archive, its folder and its bare description give equal findings on the model', async () => {
    const broken = {
      ...files,
      'modelDescription.xml': `${files['modelDescription.xml']}`.replace(
        'modelIdentifier="unit"',
        'modelIdentifier="1unit"',
      ),
    };
    const zip = await archive((visit) => visit.file('modelDescription.xml', broken['modelDescription.xml']));
    const unpacked = join(folder, 'unpacked');
    for (const [path, content] of Object.entries(broken)) {
      mkdirSync(join(unpacked, path, '..'), { recursive: true });
      writeFileSync(join(unpacked, path), content);
    }
    const expected = (await checked(zip)).filter((id) => id.startsWith('interface/'));
    expect(expected).toEqual(['interface/identifier-form']);
    for (const path of [unpacked, join(unpacked, 'modelDescription.xml')])
      expect(
        rules(await checkFmu(path, { rules: fileRules })).filter((id) => id.startsWith('interface/')),
      ).toEqual(expected);
  });

  it('the root element determines the role of a bare file, not its name', async () => {
    const file = join(folder, 'any.xml');
    writeFileSync(file, '<?xml version="1.0" encoding="UTF-8"?>\n<fmiBuildDescription fmiVersion="3.0"/>');
    expect(rules(await checkFmu(file, { rules: fileRules }))).toEqual(['build/schema-elements']);
  });

  it('a conforming archive passes', async () => {
    expect(await checked(await archive())).toEqual([]);
  });

  it('a missing file causes an error with the next step', async () => {
    await expect(checkFmu(join(folder, 'none.fmu'), { rules: fileRules })).rejects.toThrow(
      /Name an \.fmu file, a folder/,
    );
  });
});

describe('a hostile or damaged archive becomes findings, never an exception', () => {
  it('an entry that leaves the archive becomes a finding', async () => {
    const zip = await archive((visit) => visit.file('xx/a.txt', 'a', { createFolders: false }));
    const bytes = Buffer.from(zip.toString('latin1').replaceAll('xx/a.txt', '../a.txt'), 'latin1');
    expect(await checked(bytes)).toContain('archive/escape');
  });

  it('a backslash becomes a finding', async () => {
    const zip = await archive((visit) => visit.file('extra/com.example/a', 'a', { createFolders: false }));
    const bytes = Buffer.from(zip.toString('latin1').replaceAll('com.example/a', 'com.example\\a'), 'latin1');
    expect(await checked(bytes)).toContain('archive/backslash');
  });

  it('a truncated archive becomes findings', async () => {
    const zip = await archive();
    expect(await checked(zip.subarray(0, zip.length - 30))).toContain('archive/readable');
    expect(await checked(Buffer.from('no zip at all'))).toContain('archive/readable');
  });

  it('encryption, another compression method, another disk or a newer format become findings', async () => {
    const zip = await archive();
    expect(await checked(patched(zip, 8, 1))).toContain('archive/encryption');
    expect(await checked(patched(zip, 10, 12))).toContain('archive/compression');
    expect(await checked(patched(zip, 6, 45))).toContain('archive/version-needed');
    const split = Buffer.from(zip);
    split.writeUInt16LE(1, split.lastIndexOf('PK\u0005\u0006') + 4);
    expect(await checked(split)).toContain('archive/one-piece');
  });

  it('a symbolic link becomes a finding', async () => {
    const link = await archive(
      (zip) => zip.file('resources/a', '/etc/passwd', { unixPermissions: 0o120777, createFolders: false }),
      'UNIX',
    );
    expect(await checked(link)).toContain('archive/links');
  });

  it('a wrong extension becomes a finding', async () => {
    expect(await checked(await archive(), 'unit.zip')).toEqual(['archive/extension']);
  });

  it('every prefix of an archive, and every archive with a changed byte, becomes findings', async () => {
    const zip = await archive();
    for (let k = 0; k < 60; k++) {
      const at = Math.floor((k / 60) * zip.length);
      const copy = Buffer.from(zip);
      copy[at] ^= 0xff;
      expect(Array.isArray(await checked(copy))).toBe(true);
      if (k % 6 === 0) expect(Array.isArray(await checked(zip.subarray(0, at)))).toBe(true);
    }
  });
});

describe('the directory of a zip archive', () => {
  it('the directory has every entry with its method, flags and version', async () => {
    const directory = readZipDirectory(await archive())!;
    expect(directory.disk).toBe(0);
    expect(directory.entries.map(({ name }) => name).sort()).toEqual(Object.keys(files).sort());
    for (const { method, flags, versionNeeded } of directory.entries) {
      expect([0, 8]).toContain(method);
      expect(flags & 1).toBe(0);
      expect(versionNeeded).toBeLessThanOrEqual(20);
    }
  });

  it('a file that is not an archive lacks a directory', () => {
    expect(readZipDirectory(new Uint8Array(0))).toBeUndefined();
    expect(readZipDirectory(new Uint8Array(100))).toBeUndefined();
  });
});
