import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CounterFile } from '../../../fmu-sdk/util/files/counter-file.ts';
import { SidecarFile } from '../../../fmu-sdk/util/files/sidecar.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import { Journal } from '../../../master/study/study-journal.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const folder = temporaryFolder('closed');

interface Open {
  use(): void;
  close(): void;
}

const kinds: readonly (readonly [what: string, open: () => Open])[] = [
  [
    'a sidecar file',
    () => {
      const file = new SidecarFile('log', join(folder, 'beside'));
      return { use: () => file.write(Uint8Array.of(1)), close: () => file.close() };
    },
  ],
  [
    'a counter file',
    () => {
      const note = new CounterFile(join(folder, 'note'));
      return { use: () => note.write(7), close: () => note.close() };
    },
  ],
  [
    'the journal of a study',
    () => {
      const journal = new Journal(join(folder, 'study'));
      return { use: () => void journal.add(['line\n']), close: () => journal.close() };
    },
  ],
];

describe('a closed file', () => {
  it.each(kinds)('a closed file leaves the file unchanged that reuses its descriptor: %s', (_, open) => {
    const one = open();
    one.use();
    one.close();
    const path = join(folder, 'other');
    const other = openSync(path, 'w+');
    one.close();
    expect(one.use).toThrow(UserError);
    expect(one.use).toThrow(/ is closed\. Open it again\.$/);
    expect(fstatSync(other).isFile()).toBe(true);
    closeSync(other);
    expect(readFileSync(path, 'utf8')).toBe('');
  });
});
