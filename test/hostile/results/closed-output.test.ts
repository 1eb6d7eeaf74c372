import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { OutputFile } from '../../../fmu-sdk/util/files/output-file.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const folder = temporaryFolder('closed-output');

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
