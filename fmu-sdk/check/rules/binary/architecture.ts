import { elf } from '../../example/example-elf.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { formatOf } from '../../fmu-libraries.ts';
import type { Rule } from '../../rule.ts';

export const binaryArchitecture: Rule = {
  id: 'binary/architecture',
  title: 'Libraries match the architecture of their platform',
  class: 'violation',
  fmi2: '2.3',
  fmi3: '2.5.1.4.1',
  explanation: 'A loader refuses a library for an architecture other than that of its process.',
  needs: 'library',
  pass: [fmi3({ files: { 'binaries/aarch64-linux/unit.so': elf({ machine: 183 }) } })],
  fail: [fmi3({ files: { 'binaries/x86_64-linux/unit.so': elf({ machine: 183 }) } })],
  *check({ platform, library }) {
    if (library.fault !== undefined || library.format === 'unknown' || library.format !== formatOf(platform))
      return;
    if (!library.architectures.includes(platform.architecture))
      yield {
        message: 'The library is for another architecture.',
        value: library.architectures.join(', ') || 'unknown',
        expected: platform.architecture,
      };
  },
};
