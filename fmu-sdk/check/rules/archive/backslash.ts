import { fmi3 } from '../../example/example-fmu.ts';
import { entry, zip } from '../../example/example-parts.ts';
import type { Rule } from '../../rule.ts';

export const archiveBackslash: Rule = {
  id: 'archive/backslash',
  title: 'Paths use forward slashes',
  class: 'violation',
  fmi2: '2.3',
  fmi3: '2.5',
  explanation:
    'The zip format forbids backslashes as separators. On Linux and macOS they become part of a file\u2019s name.',
  needs: 'archive',
  pass: [fmi3({ zip })],
  fail: [fmi3({ zip: { disk: 0, entries: [{ ...entry, name: 'resources\\a.csv' }] } })],
  *check({ entries }) {
    for (const { name } of entries)
      if (name.includes('\\'))
        yield {
          message: 'The path contains a backslash.',
          value: name,
          expected: 'forward slashes',
          file: name,
        };
  },
};
