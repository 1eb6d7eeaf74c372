import { elf } from '../../example/example-elf.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { formatOf } from '../../fmu-libraries.ts';
import type { Rule } from '../../rule.ts';

export const binaryShared: Rule = {
  id: 'binary/shared',
  title: 'Libraries are made to be loaded',
  class: 'violation',
  fmi2: '2.3',
  fmi3: '2.5.1.4',
  explanation:
    'An executable or an object file of the right name cannot be loaded into the importer\u2019s process.',
  needs: 'library',
  pass: [fmi3({ files: { 'binaries/x86_64-linux/unit.so': elf() } })],
  fail: [fmi3({ files: { 'binaries/x86_64-linux/unit.so': elf({ type: 2 }) } })],
  *check({ platform, library }) {
    if (library.fault === undefined && library.format === formatOf(platform) && !library.shared)
      yield { message: 'The file is no shared library.', expected: 'a shared library' };
  },
};
