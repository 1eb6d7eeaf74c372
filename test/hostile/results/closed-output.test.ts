import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { OutputFile } from '../../../fmu-sdk/util/files/output-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'fmukit-closed-output-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe.each(['finish', 'abandon'] as const)('an output after %s()', (end) => {
  it('a closed output writes nothing more, whatever file reuses its descriptor', () => {
    const output = new OutputFile(join(folder, `${end}.csv`), false);
    output.write(new Uint8Array(5));
    output[end]();
    const other = join(folder, `${end}-other.csv`);
    const handle = openSync(other, 'w');
    try {
      expect(() => output.write(new Uint8Array(5))).toThrow('the file is closed');
    } finally {
      closeSync(handle);
    }
    expect(output.bytes).toBe(5);
    expect(readFileSync(other)).toHaveLength(0);
  });
});
