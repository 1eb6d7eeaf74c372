import { fmi2, fmi3 } from '../../example/example-fmu.ts';
import { descriptionPath } from '../../fmu/fmu-files.ts';
import type { Rule } from '../../rule.ts';

export const archiveImplementation: Rule = {
  id: 'archive/implementation',
  title: 'The FMU has an implementation: a binary, or sources',
  class: 'violation',
  fmi2: '2.3',
  fmi3: '2.5',
  explanation: 'An FMU must contain at least one implementation: sources, or the binary for one platform.',
  needs: 'files',
  pass: [fmi3({ files: {} })],
  fail: [
    fmi2({ interfaces: '<CoSimulation modelIdentifier="unit"/>', files: {}, without: ['sources/unit.c'] }),
  ],
  inapplicableReason: (paths) =>
    paths.includes(descriptionPath) ? undefined : 'the model description is missing',
  *check(paths) {
    if (!paths.some((path) => /^(binaries|sources)\/./.test(path)))
      yield {
        message: 'The FMU contains neither a binary nor a source file.',
        expected: 'files in binaries or sources',
      };
  },
};
