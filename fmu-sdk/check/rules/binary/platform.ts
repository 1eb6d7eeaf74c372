import { elf } from '../../example/example-elf.ts';
import { fmi2, fmi3 } from '../../example/example-fmu.ts';
import { platformOf } from '../../model/binary-platform.ts';
import type { Rule } from '../../rule.ts';

export const binaryPlatform: Rule = {
  id: 'binary/platform',
  title: 'Folders of binaries are named after platforms',
  class: 'advice',
  fmi2: '2.3',
  fmi3: '2.5.1.4.1',
  explanation:
    'FMI 3.0 has tuples such as x86_64-linux. FMI 2.0 has win32, win64, linux32, linux64, darwin32 and darwin64, and tuples for other platforms. Only the vendor\u2019s tools find other names.',
  needs: 'files',
  pass: [
    fmi3({ files: { 'binaries/x86_64-linux/unit.so': elf() } }),
    fmi2({ files: { 'binaries/linux64/unit.so': elf() } }),
  ],
  fail: [fmi3({ files: { 'binaries/linux64/unit.so': elf() } })],
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
};
