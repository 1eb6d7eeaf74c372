import { fmi3 } from '../../example/example-fmu.ts';
import { entry, zip } from '../../example/example-parts.ts';
import type { Rule } from '../../rule.ts';

export const archiveOnePiece: Rule = {
  id: 'archive/one-piece',
  title: 'The archive is a single file',
  class: 'violation',
  fmi2: '2.3',
  fmi3: '2.5',
  explanation: 'The archive must not be a split or spanned zip archive.',
  needs: 'archive',
  pass: [fmi3({ zip })],
  fail: [fmi3({ zip: { disk: 1, entries: [entry] } })],
  *check({ disk }) {
    if (disk !== 0)
      yield {
        message: 'The directory of the archive is on another disk.',
        value: `${disk}`,
        expected: 'disk 0',
      };
  },
};
