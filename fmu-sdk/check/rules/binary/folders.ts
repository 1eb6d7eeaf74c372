import { attribute } from '../../../util/xml/parse-xml.ts';
import { elf } from '../../example/example-elf.ts';
import { fmi2, fmi3 } from '../../example/example-fmu.ts';
import { platformOf } from '../../model/binary-platform.ts';
import type { Rule } from '../../rule.ts';
import { ruleFamily } from '../../rule-family.ts';

const extensions = { windows: 'dll', linux: 'so', darwin: 'dylib', wasip2: 'wasm' } as const;

export const binaryFolders: readonly Rule[] = ruleFamily(
  { needs: 'files', severity: 'advice', fmi2: '2.3' },
  [
    {
      id: 'binary/library-present',
      title: 'Every platform has the library of every kind of interface',
      severity: 'violation',
      fmi3: '2.5.1.4',
      explanation:
        'The shared library has the name <modelIdentifier>.dll, .so or .dylib and is in the folder of its platform. (Folders of other vendors and folders of static libraries may hold other files.)',
      pass: fmi3({ files: { 'binaries/x86_64-linux/unit.so': elf() } }),
      fail: [
        fmi3({ files: { 'binaries/x86_64-linux/libunit.so': elf() } }),
        fmi3({ files: { 'binaries/x86_64-windows/unit32.dll': '' } }),
      ],
      *check(_, fmu) {
        const { version, model } = fmu;
        if (version === undefined || model === undefined) return;
        const below = fmu.below('binaries/');
        for (const folder of new Set(below.map((path) => path.split('/')[0]))) {
          const platform = platformOf(folder, version);
          const isStatic = below.some((path) => path.startsWith(`${folder}/`) && /\.(a|lib)$/.test(path));
          if (platform === undefined || platform.abi !== undefined || isStatic) continue;
          for (const name of new Set(
            model.interfaces.flatMap((element) => attribute(element, 'modelIdentifier') ?? []),
          )) {
            const file = `${name}.${extensions[platform.system]}`;
            if (!below.includes(`${folder}/${file}`))
              yield {
                message: `binaries/${folder} lacks ${file}.`,
                expected: file,
                file: `binaries/${folder}`,
              };
          }
        }
      },
    },
    {
      id: 'binary/platform',
      title: 'Folders of binaries are named after platforms',
      fmi3: '2.5.1.4.1',
      explanation:
        'FMI 3.0 has tuples such as x86_64-linux. FMI 2.0 has win32, win64, linux32, linux64, darwin32 and darwin64, and tuples for other platforms. Only the vendor\u2019s tools find other names.',
      pass: [
        fmi3({ files: { 'binaries/x86_64-linux/unit.so': elf() } }),
        fmi2({ files: { 'binaries/linux64/unit.so': elf() } }),
      ],
      fail: fmi3({ files: { 'binaries/linux64/unit.so': elf() } }),
      *check(_, fmu) {
        const folders = new Set(fmu.below('binaries/').map((path) => path.split('/')[0]));
        for (const folder of folders)
          if (fmu.version !== undefined && platformOf(folder, fmu.version) === undefined)
            yield {
              message: 'The standard does not define a platform with this name.',
              value: folder,
              expected:
                fmu.version === '2.0' ? 'such as linux64, win64, or aarch64-darwin' : 'such as x86_64-linux',
              file: `binaries/${folder}`,
            };
      },
    },
    {
      id: 'binary/tuple-of-fmi2',
      title: 'Platforms that FMI 2.0 names use its names',
      explanation:
        'Tuples of FMI 3.0 are for platforms without a name in FMI 2.0. An importer of FMI 2.0 searches for linux64, not for x86_64-linux.',
      pass: [
        fmi2({ files: { 'binaries/linux64/unit.so': elf() } }),
        fmi2({ files: { 'binaries/aarch64-linux/unit.so': elf({ machine: 183 }) } }),
      ],
      fail: fmi2({ files: { 'binaries/x86_64-linux/unit.so': elf() } }),
      *check(_, fmu) {
        const folders = new Set(fmu.below('binaries/').map((path) => path.split('/')[0]));
        for (const folder of folders) {
          const platform = platformOf(folder, '2.0');
          if (
            !folder.includes('-') ||
            platform === undefined ||
            !['x86', 'x86_64'].includes(platform.architecture)
          )
            continue;
          const name = `${platform.system.replace('windows', 'win')}${platform.architecture === 'x86' ? '32' : '64'}`;
          yield {
            message: 'FMI 2.0 defines another name for this platform.',
            value: folder,
            expected: name,
            file: `binaries/${folder}`,
          };
        }
      },
    },
  ],
);
