import { fmi3 } from '../../example/example-fmu.ts';
import type { Rule } from '../../rule.ts';

export const archiveAscii: Rule = {
  id: 'archive/ascii',
  title: 'Names of folders use ASCII characters only',
  class: 'advice',
  fmi2: '2.3',
  fmi3: '2.5',
  explanation: 'FMI discourages other characters, because operating systems treat them differently.',
  needs: 'files',
  pass: [fmi3({ files: { 'resources/größe.csv': '' } })],
  fail: [fmi3({ files: { 'resources/größe/a.csv': '' } })],
  *check(paths) {
    const folders = new Set(paths.map((path) => path.slice(0, path.lastIndexOf('/') + 1)));
    for (const folder of folders)
      if (!/^[ -~]*$/.test(folder))
        yield {
          message: 'The name of a folder contains non-ASCII characters.',
          value: folder,
          expected: 'ASCII',
          file: folder,
        };
  },
};
