import { elf } from '../../example/elf.ts';
import { fmi2 } from '../../example/example.ts';
import { libraryRule, missing, serves } from '../../libraries.ts';
import { common2, coSimulation2 } from '../../model/functions.ts';
import { implementsInterface } from '../../model/model.ts';
import type { StaticRule } from '../../rule.ts';

export const binaryCoSimulationFunctions: StaticRule = libraryRule({
  id: 'binary/co-simulation-functions',
  title: 'Libraries for co-simulation export its functions',
  severity: 'error',
  fmi2: '2.3',
  explanation: 'A unit for co-simulation implements fmi2DoStep and its companions.',
  pass: [fmi2({ files: { 'binaries/linux64/unit.so': elf() } })],
  fail: [fmi2({ files: { 'binaries/linux64/unit.so': elf({ exports: common2 }) } })],
  *check(subject, fmu) {
    if (
      fmu.model !== undefined &&
      implementsInterface(fmu.model, 'CoSimulation') &&
      serves(subject, fmu, 'CoSimulation')
    )
      yield* missing(subject, coSimulation2);
  },
});
