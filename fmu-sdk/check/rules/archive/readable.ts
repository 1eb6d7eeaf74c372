import { sentence } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { zip } from '../../example/example-parts.ts';
import { hasHostileEntry } from '../../model/safe-paths.ts';
import type { Rule } from '../../rule.ts';

export const archiveReadable: Rule = {
  id: 'archive/readable',
  title: 'The archive can be read within limits',
  class: 'violation',
  fmi2: '2.3',
  fmi3: '2.5',
  explanation:
    'A unit is a zip archive. One that is cut short, damaged or inflates to more than any unit needs is refused by importers.',
  needs: 'unit',
  pass: [fmi3({ zip })],
  fail: [
    fmi3({
      zip,
      refusals: [
        'open unit.fmu: resources/a inflates beyond 536870912 bytes. Refused: it may be a zip bomb.',
      ],
    }),
  ],
  without: ({ zip, refusals }) =>
    zip === undefined && refusals.length === 0 ? 'no archive was given' : undefined,
  *check(unit) {
    if (hasHostileEntry(unit)) return;
    for (const message of unit.refusals)
      yield {
        message: `The archive is not read in full: ${sentence(message)}`,
        expected: 'a zip archive that every importer can open',
      };
  },
};
