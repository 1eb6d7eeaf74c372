import { sentence } from '../../../defect.ts';
import { fmi3 } from '../../../example/example-fmu.ts';
import { zip } from '../../../example/example-parts.ts';
import { hasHostileEntry } from '../../../model/safe-paths.ts';
import type { Rule } from '../../../rule.ts';

export const archiveReadable: Rule = {
  id: 'archive/readable',
  title: 'The archive is readable within limits',
  severity: 'violation',
  fmi2: '2.3',
  fmi3: '2.5',
  explanation:
    'An FMU is a zip archive. Importers refuse an archive that is truncated, damaged, or inflates beyond the limits for FMUs.',
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
  inapplicableReason: ({ zip, refusals }) =>
    zip === undefined && refusals.length === 0 ? 'the input is not an archive' : undefined,
  *check(unit) {
    if (hasHostileEntry(unit)) return;
    for (const message of unit.refusals)
      yield {
        message: `The archive cannot be read completely: ${sentence(message)}`,
        expected: 'a zip archive that every importer can open',
      };
  },
};
