import { elf } from '../../example/example-elf.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { functions3 } from '../../model/required-functions.ts';
import type { Rule } from '../../rule.ts';

export const binaryReservedSymbols: Rule = {
  id: 'binary/reserved-symbols',
  title: 'Libraries export only FMI functions with the prefix fmi3',
  class: 'advice',
  fmi3: '2.5',
  explanation: 'Symbols with the prefix fmi3 are reserved for later releases of FMI 3.',
  needs: 'library',
  pass: [fmi3({ files: { 'binaries/x86_64-linux/unit.so': elf({ exports: [...functions3, 'helper'] }) } })],
  fail: [
    fmi3({ files: { 'binaries/x86_64-linux/unit.so': elf({ exports: [...functions3, 'fmi3Helper'] }) } }),
  ],
  *check({ library }) {
    for (const name of library.exports)
      if (name.startsWith('fmi3') && !functions3.includes(name))
        yield {
          message: 'The library exports a symbol with a reserved prefix.',
          value: name,
          expected: 'another prefix, or no export',
        };
  },
};
