import { fmi2, fmi3 } from '../../example/example-fmu.ts';
import { descriptionPath } from '../../fmu/fmu-files.ts';
import type { Rule } from '../../rule.ts';

export const archiveImplementation: Rule = {
  id: 'archive/implementation',
  title: 'The unit has an implementation: a binary, or sources',
  class: 'violation',
  fmi2: '2.3',
  fmi3: '2.5',
  explanation:
    'A unit must be distributed with at least one implementation, either sources or the binary for one platform.',
  needs: 'files',
  pass: [fmi3({ files: {} })],
  fail: [
    fmi2({ interfaces: '<CoSimulation modelIdentifier="unit"/>', files: {}, without: ['sources/unit.c'] }),
  ],
  without: (paths) => (paths.includes(descriptionPath) ? undefined : 'there is no model description'),
  *check(paths) {
    if (!paths.some((path) => /^(binaries|sources)\/./.test(path)))
      yield {
        message: 'There is neither a binary nor a source file.',
        expected: 'files in binaries or sources',
      };
  },
};
