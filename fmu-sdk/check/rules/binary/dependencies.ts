import { isSystemLibrary } from '../../binary/system-libraries.ts';
import { elf } from '../../example/example-elf.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import type { Rule } from '../../rule.ts';

export const binaryDependencies: Rule = {
  id: 'binary/dependencies',
  title: 'Dependencies of a library are in the FMU, part of the system, or documented',
  class: 'advice',
  fmi2: '2.3',
  fmi3: '2.5.1.4.1',
  explanation:
    'Libraries should be linked statically against their dependencies. Another library must be in the same folder or documented in documentation/externalDependencies.txt or .html. Otherwise the FMU loads only on its author\u2019s machine.',
  needs: 'library',
  pass: [
    fmi3({ files: { 'binaries/x86_64-linux/unit.so': elf({ needed: ['libc.so.6'] }) } }),
    fmi3({
      files: {
        'binaries/x86_64-linux/unit.so': elf({ needed: ['libhdf5.so'] }),
        'documentation/externalDependencies.txt': '',
      },
    }),
  ],
  fail: [
    fmi3({ files: { 'binaries/x86_64-linux/unit.so': elf({ needed: ['libc.so.6', 'libhdf5.so.103'] }) } }),
  ],
  *check({ folder, library }, fmu) {
    if (fmu.below('documentation/').some((path) => /^externalDependencies\.(txt|html)$/.test(path))) return;
    for (const name of library.needed)
      if (
        !isSystemLibrary(name) &&
        !fmu.has(`binaries/${folder}/${name.replace(/^@rpath\/|^@loader_path\//, '')}`)
      )
        yield {
          message:
            'The library needs another library, which is missing in the folder, in the system and in the documentation.',
          value: name,
          expected: 'a static link, the library beside it, or documentation/externalDependencies.txt',
        };
  },
};
