import { fmi3 } from '../../example/example-fmu.ts';
import type { Rule } from '../../rule.ts';

export const archiveStandardHeaders: Rule = {
  id: 'archive/standard-headers',
  title: 'The FMU does not contain headers of FMI',
  class: 'advice',
  fmi2: '2.3',
  fmi3: '2.5.1.3',
  explanation:
    'Importers supply fmi3Functions.h and the other headers, so that they fit the platform and compiler. A copy in the FMU may hide them.',
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
          message: 'The FMU contains a header of the standard.',
          value: path,
          expected: 'no copy of the header',
          file: path,
        };
  },
};
