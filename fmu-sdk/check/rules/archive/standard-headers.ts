import { fmi3 } from '../../example/example-fmu.ts';
import type { Rule } from '../../rule.ts';

export const archiveStandardHeaders: Rule = {
  id: 'archive/standard-headers',
  title: 'The headers of FMI are not in the unit',
  class: 'advice',
  fmi2: '2.3',
  fmi3: '2.5.1.3',
  explanation:
    'fmi3Functions.h and its like are supplied by the importer, so that they fit its platform and compiler; a copy in the unit may hide them.',
  needs: 'files',
  pass: [fmi3({ files: { 'sources/unit.h': '' } })],
  fail: [fmi3({ files: { 'sources/fmi3Functions.h': '' } })],
  *check(paths) {
    for (const path of paths)
      if (
        /\/(fmi[23](Functions|FunctionTypes|PlatformTypes)|fmi2TypesPlatform)\.h$/.test(path) &&
        !path.startsWith('resources/')
      )
        yield {
          message: 'The unit has a header of the standard.',
          value: path,
          expected: 'no copy of it',
          file: path,
        };
  },
};
