import { fmi3 } from '../../example/example-fmu.ts';
import type { Rule } from '../../rule.ts';

export const archiveDiagram: Rule = {
  id: 'archive/diagram',
  title: 'A diagram is available as PNG',
  class: 'violation',
  fmi3: '2.5.1',
  explanation: 'If documentation/diagram.svg is provided, diagram.png is required as well.',
  needs: 'files',
  pass: [fmi3({ files: { 'documentation/diagram.svg': '', 'documentation/diagram.png': '' } })],
  fail: [fmi3({ files: { 'documentation/diagram.svg': '' } })],
  *check(paths) {
    if (paths.includes('documentation/diagram.svg') && !paths.includes('documentation/diagram.png'))
      yield {
        message: 'The archive has diagram.svg but lacks diagram.png.',
        expected: 'diagram.png beside it',
        file: 'documentation/diagram.svg',
      };
  },
};
