import { fmi3 } from '../../example/example-fmu.ts';
import { entry } from '../../example/example-parts.ts';
import type { Rule } from '../../rule.ts';

export const archiveDataDescriptor: Rule = {
  id: 'archive/data-descriptor',
  title: 'Only deflated files have a data descriptor',
  class: 'violation',
  fmi2: '2.3',
  fmi3: '2.5',
  explanation:
    'General purpose bit 3 moves size and checksum behind the data. The end of a stored file cannot be found then, so only deflated files may set it.',
  needs: 'archive',
  pass: [fmi3({ zip: { disk: 0, entries: [{ ...entry, method: 8, flags: 8 }] } })],
  fail: [fmi3({ zip: { disk: 0, entries: [{ ...entry, method: 0, flags: 8 }] } })],
  *check({ entries }) {
    for (const { name, method, flags } of entries)
      if ((flags & 8) !== 0 && method !== 8 && !name.endsWith('/'))
        yield {
          message: 'A file that is not deflated sets general purpose bit 3.',
          expected: 'method 8, or no bit 3',
          file: name,
        };
  },
};
