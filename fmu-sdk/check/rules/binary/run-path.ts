import { elf } from '../../example/example-elf.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import type { Rule } from '../../rule.ts';

export const binaryRunPath: Rule = {
  id: 'binary/run-path',
  title: 'ELF libraries find libraries in their folder',
  class: 'advice',
  fmi2: '2.3',
  fmi3: '2.5.1.4.1',
  explanation:
    'RPATH="$ORIGIN" should be set when building ELF binaries. Without it the loader does not search the folder of the FMU.',
  needs: 'library',
  pass: [
    fmi3({
      files: {
        'binaries/x86_64-linux/unit.so': elf({ needed: ['libown.so'], runPath: '$ORIGIN' }),
        'binaries/x86_64-linux/libown.so': elf(),
      },
    }),
  ],
  fail: [
    fmi3({
      files: {
        'binaries/x86_64-linux/unit.so': elf({ needed: ['libown.so'] }),
        'binaries/x86_64-linux/libown.so': elf(),
      },
    }),
  ],
  *check({ folder, library }, fmu) {
    const dependency = library.needed.find((name) => fmu.has(`binaries/${folder}/${name}`));
    if (library.format === 'ELF' && dependency !== undefined && !library.runPath?.includes('$ORIGIN'))
      yield {
        message: `The library needs ${dependency}, which is in its folder, but lacks an RPATH with $ORIGIN.`,
        value: library.runPath ?? '',
        expected: '$ORIGIN',
      };
  },
};
