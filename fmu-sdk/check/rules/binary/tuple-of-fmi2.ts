import { elf } from '../../example/example-elf.ts';
import { fmi2 } from '../../example/example-fmu.ts';
import { platformOf } from '../../model/binary-platform.ts';
import type { Rule } from '../../rule.ts';

export const binaryTupleOfFmi2: Rule = {
  id: 'binary/tuple-of-fmi2',
  title: 'Platforms that FMI 2.0 names use its names',
  class: 'advice',
  fmi2: '2.3',
  explanation:
    'Tuples of FMI 3.0 are for platforms without a name in FMI 2.0. An importer of FMI 2.0 searches for linux64, not for x86_64-linux.',
  needs: 'files',
  pass: [
    fmi2({ files: { 'binaries/linux64/unit.so': elf() } }),
    fmi2({ files: { 'binaries/aarch64-linux/unit.so': elf({ machine: 183 }) } }),
  ],
  fail: [fmi2({ files: { 'binaries/x86_64-linux/unit.so': elf() } })],
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
};
