import { fmi3 } from '../../example/example-fmu.ts';
import { entry, zip } from '../../example/example-parts.ts';
import type { Rule } from '../../rule.ts';

export const archiveVersionNeeded: Rule = {
  id: 'archive/version-needed',
  title: 'Every file needs at most version 2.0 of the zip format',
  class: 'violation',
  fmi2: '2.3',
  fmi3: '2.5',
  explanation:
    'The field version needed to extract must not exceed 2.0. This excludes zip64 and newer methods.',
  needs: 'archive',
  pass: [fmi3({ zip })],
  fail: [fmi3({ zip: { disk: 0, entries: [{ ...entry, versionNeeded: 45 }] } })],
  *check({ entries }) {
    for (const { name, versionNeeded } of entries)
      if (versionNeeded > 20)
        yield {
          message: 'The file needs a newer version of the zip format.',
          value: `${versionNeeded / 10}`,
          expected: 'at most 2.0',
          file: name,
        };
  },
};
