import { elf } from '../../example/example-elf.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { formatOf } from '../../fmu-libraries.ts';
import type { Rule } from '../../rule.ts';

export const binaryShared: Rule = {
  id: 'binary/shared',
  title: 'Libraries are shared libraries',
  class: 'violation',
  fmi2: '2.3',
  fmi3: '2.5.1.4',
  explanation: 'The importer\u2019s process cannot load an executable or an object file with the right name.',
  needs: 'library',
  pass: [fmi3({ files: { 'binaries/x86_64-linux/unit.so': elf() } })],
  fail: [fmi3({ files: { 'binaries/x86_64-linux/unit.so': elf({ type: 2 }) } })],
  *check({ platform, library }) {
    if (library.fault === undefined && library.format === formatOf(platform) && !library.shared)
      yield { message: 'The file is not a shared library.', expected: 'a shared library' };
  },
};
