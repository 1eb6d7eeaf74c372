import { fmi3 } from '../../example/example-fmu.ts';
import { entry, zip } from '../../example/example-parts.ts';
import type { Rule } from '../../rule.ts';

export const archiveEscape: Rule = {
  id: 'archive/escape',
  title: 'Paths stay inside the archive',
  class: 'violation',
  fmi2: '2.3',
  fmi3: '2.5.1',
  explanation:
    'An FMU\u2019s files are below its folder. An absolute path, or one that goes up, overwrites files of the user who unpacks the FMU.',
  needs: 'archive',
  pass: [fmi3({ zip })],
  fail: [fmi3({ zip: { disk: 0, entries: [{ ...entry, name: '../a' }] } })],
  *check({ entries }) {
    for (const { name } of entries)
      if (/^\/|^[A-Za-z]:|(^|\/)\.\.(\/|$)/.test(name))
        yield {
          message: 'The path leads out of the archive.',
          value: name,
          expected: 'a path below the archive',
          file: name,
        };
  },
};
