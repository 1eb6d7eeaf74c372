import { elf } from '../../example/example-elf.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import type { Rule } from '../../rule.ts';

export const binaryReadable: Rule = {
  id: 'binary/readable',
  title: 'The tables of libraries are inside the file',
  class: 'violation',
  fmi2: '2.3',
  fmi3: '2.5.1.4',
  explanation:
    'The check reads headers, symbols and names of a library without loading it. A table that points outside the file indicates a truncated file.',
  needs: 'library',
  pass: [fmi3({ files: { 'binaries/x86_64-linux/unit.so': elf() } })],
  fail: [fmi3({ files: { 'binaries/x86_64-linux/unit.so': elf().subarray(0, 300) } })],
  *check({ library }) {
    if (library.fault !== undefined)
      yield { message: `The file cannot be read: ${library.fault}.`, expected: 'a complete library' };
  },
};
