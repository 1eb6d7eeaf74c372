import { fmi3 } from '../../example/example-fmu.ts';
import { zip } from '../../example/example-parts.ts';
import type { Rule } from '../../rule.ts';

export const archiveExtension: Rule = {
  id: 'archive/extension',
  title: 'The archive has the extension .fmu',
  class: 'violation',
  fmi2: '2.3',
  fmi3: '2.5',
  explanation: 'The extension of the zip file must be .fmu. (A folder stands for an unpacked archive.)',
  needs: 'files',
  pass: [fmi3({ zip })],
  fail: [fmi3({ name: 'unit.zip', zip })],
  inapplicableReason: (_, fmu) => (fmu.zip === undefined ? 'the input is not an archive' : undefined),
  *check(_, fmu) {
    if (!fmu.file.endsWith('.fmu'))
      yield { message: 'The file has another extension.', value: fmu.file, expected: '.fmu' };
  },
};
