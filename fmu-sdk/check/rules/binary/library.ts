import { isSystemLibrary } from '../../binary/system-libraries.ts';
import { elf } from '../../example/example-elf.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { formatOf } from '../../fmu-libraries.ts';
import { functions3 } from '../../model/required-functions.ts';
import type { Rule } from '../../rule.ts';
import { ruleFamily } from '../../rule-family.ts';

export const binaryLibrary: readonly Rule[] = ruleFamily({ needs: 'library', severity: 'violation' }, [
  {
    id: 'binary/architecture',
    title: 'Libraries match the architecture of their platform',
    fmi2: '2.3',
    fmi3: '2.5.1.4.1',
    explanation: 'A loader refuses a library for an architecture other than that of its process.',
    pass: fmi3({ files: { 'binaries/aarch64-linux/unit.so': elf({ machine: 183 }) } }),
    fail: fmi3({ files: { 'binaries/x86_64-linux/unit.so': elf({ machine: 183 }) } }),
    *check({ platform, library }) {
      if (
        library.fault !== undefined ||
        library.format === 'unknown' ||
        library.format !== formatOf(platform)
      )
        return;
      if (!library.architectures.includes(platform.architecture))
        yield {
          message: 'The library is for another architecture.',
          value: library.architectures.join(', ') || 'unknown',
          expected: platform.architecture,
        };
    },
  },
  {
    id: 'binary/dependencies',
    title: 'Dependencies of a library are in the FMU, part of the system, or documented',
    severity: 'advice',
    fmi2: '2.3',
    fmi3: '2.5.1.4.1',
    explanation:
      'Libraries should be linked statically against their dependencies. Another library must be in the same folder or documented in documentation/externalDependencies.txt or .html. Otherwise the FMU loads only on its author\u2019s machine.',
    pass: [
      fmi3({ files: { 'binaries/x86_64-linux/unit.so': elf({ needed: ['libc.so.6'] }) } }),
      fmi3({
        files: {
          'binaries/x86_64-linux/unit.so': elf({ needed: ['libhdf5.so'] }),
          'documentation/externalDependencies.txt': '',
        },
      }),
    ],
    fail: fmi3({
      files: { 'binaries/x86_64-linux/unit.so': elf({ needed: ['libc.so.6', 'libhdf5.so.103'] }) },
    }),
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
  },
  {
    id: 'binary/format',
    title: 'Libraries have the format of their platform',
    fmi2: '2.3',
    fmi3: '2.5.1.4',
    explanation: 'Linux loads ELF files, Windows PE files, macOS Mach-O files.',
    pass: fmi3({ files: { 'binaries/x86_64-linux/unit.so': elf() } }),
    fail: [
      fmi3({ files: { 'binaries/x86_64-linux/unit.so': 'not a library' } }),
      fmi3({ files: { 'binaries/x86_64-windows/unit.dll': elf() } }),
    ],
    *check({ platform, library }) {
      const expected = formatOf(platform);
      if (library.format !== expected)
        yield { message: 'The file has another format.', value: library.format, expected };
    },
  },
  {
    id: 'binary/readable',
    title: 'The tables of libraries are inside the file',
    fmi2: '2.3',
    fmi3: '2.5.1.4',
    explanation:
      'The check reads headers, symbols and names of a library without loading it. A table that points outside the file indicates a truncated file.',
    pass: fmi3({ files: { 'binaries/x86_64-linux/unit.so': elf() } }),
    fail: fmi3({ files: { 'binaries/x86_64-linux/unit.so': elf().subarray(0, 300) } }),
    *check({ library }) {
      if (library.fault !== undefined)
        yield { message: `The file cannot be read: ${library.fault}.`, expected: 'a complete library' };
    },
  },
  {
    id: 'binary/reserved-symbols',
    title: 'Libraries export only FMI functions with the prefix fmi3',
    severity: 'advice',
    fmi3: '2.5',
    explanation: 'Symbols with the prefix fmi3 are reserved for later releases of FMI 3.',
    pass: fmi3({ files: { 'binaries/x86_64-linux/unit.so': elf({ exports: [...functions3, 'helper'] }) } }),
    fail: fmi3({
      files: { 'binaries/x86_64-linux/unit.so': elf({ exports: [...functions3, 'fmi3Helper'] }) },
    }),
    *check({ library }) {
      for (const name of library.exports)
        if (name.startsWith('fmi3') && !functions3.includes(name))
          yield {
            message: 'The library exports a symbol with a reserved prefix.',
            value: name,
            expected: 'another prefix, or no export',
          };
    },
  },
  {
    id: 'binary/run-path',
    title: 'ELF libraries find libraries in their folder',
    severity: 'advice',
    fmi2: '2.3',
    fmi3: '2.5.1.4.1',
    explanation:
      'RPATH="$ORIGIN" should be set when building ELF binaries. Without it the loader does not search the folder of the FMU.',
    pass: fmi3({
      files: {
        'binaries/x86_64-linux/unit.so': elf({ needed: ['libown.so'], runPath: '$ORIGIN' }),
        'binaries/x86_64-linux/libown.so': elf(),
      },
    }),
    fail: fmi3({
      files: {
        'binaries/x86_64-linux/unit.so': elf({ needed: ['libown.so'] }),
        'binaries/x86_64-linux/libown.so': elf(),
      },
    }),
    *check({ folder, library }, fmu) {
      const dependency = library.needed.find((name) => fmu.has(`binaries/${folder}/${name}`));
      if (library.format === 'ELF' && dependency !== undefined && !library.runPath?.includes('$ORIGIN'))
        yield {
          message: `The library needs ${dependency}, which is in its folder, but lacks an RPATH with $ORIGIN.`,
          value: library.runPath ?? '',
          expected: '$ORIGIN',
        };
    },
  },
  {
    id: 'binary/shared',
    title: 'Libraries are shared libraries',
    fmi2: '2.3',
    fmi3: '2.5.1.4',
    explanation:
      'The importer\u2019s process cannot load an executable or an object file with the right name.',
    pass: fmi3({ files: { 'binaries/x86_64-linux/unit.so': elf() } }),
    fail: fmi3({ files: { 'binaries/x86_64-linux/unit.so': elf({ type: 2 }) } }),
    *check({ platform, library }) {
      if (library.fault === undefined && library.format === formatOf(platform) && !library.shared)
        yield { message: 'The file is not a shared library.', expected: 'a shared library' };
    },
  },
]);
