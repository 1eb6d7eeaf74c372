import { fmi3 } from '../../example/example-fmu.ts';
import { platformOf } from '../../model/binary-platform.ts';
import type { Rule } from '../../rule.ts';

export const archiveStaticLinking: Rule = {
  id: 'archive/static-linking',
  title: 'Static libraries are documented',
  class: 'violation',
  fmi3: '2.5.1.4.1',
  explanation:
    'A folder binaries/<arch>-<sys>-<abi> holds static libraries. documentation/staticLinking.txt or .html must explain how to link them.',
  needs: 'files',
  pass: [
    fmi3({ files: { 'binaries/x86_64-linux-gcc12/unit.a': '', 'documentation/staticLinking.txt': '' } }),
  ],
  fail: [fmi3({ files: { 'binaries/x86_64-linux-gcc12/unit.a': '' } })],
  *check(_, fmu) {
    const folder = fmu
      .below('binaries/')
      .find((path) => platformOf(path.split('/')[0], '3.0')?.abi !== undefined);
    if (
      folder !== undefined &&
      !fmu.below('documentation/').some((path) => /^staticLinking\.(txt|html)$/.test(path))
    )
      yield {
        message: `The FMU does not document how to link binaries/${folder}.`,
        expected: 'documentation/staticLinking.txt or .html',
        file: `binaries/${folder}`,
      };
  },
};
