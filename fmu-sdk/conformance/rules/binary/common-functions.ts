import { elf } from '../../example/elf.ts';
import { fmi2 } from '../../example/example.ts';
import { libraryRule, missing } from '../../libraries.ts';
import { common2, coSimulation2 } from '../../model/functions.ts';
import type { StaticRule } from '../../rule.ts';

export const binaryCommonFunctions: StaticRule = libraryRule({
  id: 'binary/common-functions',
  title: 'Libraries export the common functions of FMI 2.0',
  severity: 'error',
  fmi2: '2.3',
  explanation:
    'Every unit implements all common functions, also those for capabilities that it does not have.',
  pass: [fmi2({ files: { 'binaries/linux64/unit.so': elf() } })],
  fail: [
    fmi2({
      files: { 'binaries/linux64/unit.so': elf({ exports: [...common2.slice(1), ...coSimulation2] }) },
    }),
  ],
  *check(subject) {
    yield* missing(subject, common2);
  },
});
