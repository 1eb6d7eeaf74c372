import { fmi3 } from '../../example/example-fmu.ts';
import type { Rule } from '../../rule.ts';

export const archiveLicence: Rule = {
  id: 'archive/licence',
  title: 'The folder of licences has an entry file',
  class: 'violation',
  fmi3: '2.5.1.1.1',
  explanation:
    'If documentation/licenses exists, it must contain license.spdx, license.txt or license.html as entry point.',
  needs: 'files',
  pass: [fmi3({ files: { 'documentation/licenses/license.txt': '', 'documentation/licenses/gpl.txt': '' } })],
  fail: [fmi3({ files: { 'documentation/licenses/gpl.txt': '' } })],
  *check(_, fmu) {
    const licences = fmu.below('documentation/licenses/');
    if (licences.length > 0 && !licences.some((path) => /^license\.(spdx|txt|html)$/.test(path)))
      yield {
        message: 'The entry file of the licences is missing.',
        expected: 'license.txt, license.html or license.spdx',
        file: 'documentation/licenses',
      };
  },
};
