import { attribute } from '../../../util/xml/parse-xml.ts';
import { elf } from '../../example/example-elf.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { platformOf } from '../../model/binary-platform.ts';
import type { Rule } from '../../rule.ts';

const extensions = { windows: 'dll', linux: 'so', darwin: 'dylib', wasip2: 'wasm' } as const;

export const binaryLibraryPresent: Rule = {
  id: 'binary/library-present',
  title: 'Every platform has the library of every kind of interface',
  class: 'violation',
  fmi2: '2.3',
  fmi3: '2.5.1.4',
  explanation:
    'The shared library has the name <modelIdentifier>.dll, .so or .dylib and is in the folder of its platform. (Folders of other vendors and folders of static libraries may hold other files.)',
  needs: 'files',
  pass: [fmi3({ files: { 'binaries/x86_64-linux/unit.so': elf() } })],
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
          yield { message: `binaries/${folder} lacks ${file}.`, expected: file, file: `binaries/${folder}` };
      }
    }
  },
};
