import { fmi3 } from '../../example/example-fmu.ts';
import { entry, zip } from '../../example/example-parts.ts';
import type { Rule } from '../../rule.ts';

export const archiveCompression: Rule = {
  id: 'archive/compression',
  title: 'Files are stored or deflated',
  class: 'violation',
  fmi2: '2.3',
  fmi3: '2.5',
  explanation:
    'The compression method of every file is 0 (store) or 8 (deflate). Some libraries cannot read other methods.',
  needs: 'archive',
  pass: [fmi3({ zip })],
  fail: [fmi3({ zip: { disk: 0, entries: [{ ...entry, method: 12 }] } })],
  *check({ entries }) {
    for (const { name, method } of entries)
      if (method !== 0 && method !== 8)
        yield {
          message: 'The file uses another compression method.',
          value: `${method}`,
          expected: '0 (store) or 8 (deflate)',
          file: name,
        };
  },
};
