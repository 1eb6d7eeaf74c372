import { elf } from '../../example/example-elf.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { formatOf } from '../../fmu-libraries.ts';
import type { Rule } from '../../rule.ts';

export const binaryFormat: Rule = {
  id: 'binary/format',
  title: 'Libraries have the format of their platform',
  class: 'violation',
  fmi2: '2.3',
  fmi3: '2.5.1.4',
  explanation: 'Linux loads ELF files, Windows PE files, macOS Mach-O files.',
  needs: 'library',
  pass: [fmi3({ files: { 'binaries/x86_64-linux/unit.so': elf() } })],
  fail: [
    fmi3({ files: { 'binaries/x86_64-linux/unit.so': 'not a library' } }),
    fmi3({ files: { 'binaries/x86_64-windows/unit.dll': elf() } }),
  ],
  *check({ platform, library }) {
    const expected = formatOf(platform);
    if (library.format !== expected)
      yield { message: 'The file has another format.', value: library.format, expected };
  },
};
