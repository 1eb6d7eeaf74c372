import { fmi3 } from '../../example/example-fmu.ts';
import { repeated } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';

export const archiveCase: Rule = {
  id: 'archive/case',
  title: 'Paths differ by more than upper and lower case',
  class: 'advice',
  fmi2: '2.3',
  fmi3: '2.5.1',
  explanation: 'On Windows and macOS one of the two files overwrites the other when the FMU is unpacked.',
  needs: 'files',
  pass: [fmi3({ files: { 'resources/a.csv': '' } })],
  fail: [fmi3({ files: { 'resources/a.csv': '', 'resources/A.csv': '' } })],
  *check(paths) {
    for (const { item, first } of repeated(new Set(paths), (path) => path.toLowerCase()))
      yield {
        message: `The path differs from ${first} only in case.`,
        value: item,
        expected: 'different names',
        file: item,
      };
  },
};
