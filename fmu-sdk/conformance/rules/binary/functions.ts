import { elf } from '../../example/elf.ts';
import { fmi3 } from '../../example/example.ts';
import { libraryRule, missing } from '../../libraries.ts';
import { functions3 } from '../../model/functions.ts';
import type { StaticRule } from '../../rule.ts';

export const binaryFunctions: StaticRule = libraryRule({
  id: 'binary/functions',
  title: 'Libraries export all functions of FMI 3.0',
  severity: 'error',
  fmi3: '2.5',
  explanation:
    'All functions of fmi3Functions.h must be there, also those for capabilities and kinds of interface that the unit does not have, so that importers can look all of them up. Their names have no prefix in a shared library.',
  pass: [fmi3({ files: { 'binaries/x86_64-linux/unit.so': elf() } })],
  fail: [fmi3({ files: { 'binaries/x86_64-linux/unit.so': elf({ exports: functions3.slice(1) }) } })],
  *check(subject) {
    yield* missing(subject, functions3);
  },
});
