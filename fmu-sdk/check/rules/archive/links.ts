import { fmi3 } from '../../example/example-fmu.ts';
import { entry, zip } from '../../example/example-parts.ts';
import type { Rule } from '../../rule.ts';

export const archiveLinks: Rule = {
  id: 'archive/links',
  title: 'The archive contains no links',
  class: 'violation',
  fmi2: '2.3',
  fmi3: '2.5',
  explanation:
    'Links must not be used. They can lead out of the folder into which an FMU is unpacked, and some systems do not support them.',
  needs: 'archive',
  pass: [fmi3({ zip })],
  fail: [fmi3({ zip: { disk: 0, entries: [{ ...entry, unixType: 0xa000 }] } })],
  *check({ entries }) {
    for (const { name, unixType } of entries)
      if (unixType === 0xa000)
        yield { message: 'The entry is a symbolic link.', expected: 'a file', file: name };
  },
};
