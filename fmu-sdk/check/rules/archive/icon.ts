import { fmi3 } from '../../example/example-fmu.ts';
import type { Rule } from '../../rule.ts';

export const archiveIcon: Rule = {
  id: 'archive/icon',
  title: 'An icon is available as PNG',
  class: 'violation',
  fmi2: '2.3.2',
  fmi3: '2.4.9.1.3',
  explanation: 'terminalsAndIcons/icon.svg is allowed only beside icon.png.',
  needs: 'files',
  pass: [fmi3({ files: { 'terminalsAndIcons/icon.svg': '', 'terminalsAndIcons/icon.png': '' } })],
  fail: [fmi3({ files: { 'terminalsAndIcons/icon.svg': '' } })],
  *check(paths) {
    if (paths.includes('terminalsAndIcons/icon.svg') && !paths.includes('terminalsAndIcons/icon.png'))
      yield {
        message: 'The archive has icon.svg but lacks icon.png.',
        expected: 'icon.png beside it',
        file: 'terminalsAndIcons/icon.svg',
      };
  },
};
