import { fmi3 } from '../../example/example-fmu.ts';
import { entry, zip } from '../../example/example-parts.ts';
import type { Rule } from '../../rule.ts';

export const archiveEncryption: Rule = {
  id: 'archive/encryption',
  title: 'Files are not encrypted',
  class: 'violation',
  fmi2: '2.3',
  fmi3: '2.5',
  explanation: 'FMUs must not use encryption.',
  needs: 'archive',
  pass: [fmi3({ zip })],
  fail: [fmi3({ zip: { disk: 0, entries: [{ ...entry, flags: 1 }] } })],
  *check({ entries }) {
    for (const { name, flags } of entries)
      if ((flags & 0x41) !== 0)
        yield { message: 'The file is encrypted.', expected: 'no encryption', file: name };
  },
};
