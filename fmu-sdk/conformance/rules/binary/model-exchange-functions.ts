import { elf } from '../../example/elf.ts';
import { fmi2 } from '../../example/example.ts';
import { libraryRule, missing, serves } from '../../libraries.ts';
import { common2, coSimulation2, modelExchange2 } from '../../model/functions.ts';
import { implementsInterface } from '../../model/model.ts';
import type { StaticRule } from '../../rule.ts';

const interfaces =
  '<ModelExchange modelIdentifier="unit"><SourceFiles><File name="unit.c"/></SourceFiles></ModelExchange>';

export const binaryModelExchangeFunctions: StaticRule = libraryRule({
  id: 'binary/model-exchange-functions',
  title: 'Libraries for model exchange export its functions',
  severity: 'error',
  fmi2: '2.3',
  explanation: 'A unit for model exchange implements fmi2GetDerivatives and its companions.',
  pass: [fmi2({ interfaces, files: { 'binaries/linux64/unit.so': elf() } })],
  fail: [
    fmi2({
      interfaces,
      files: { 'binaries/linux64/unit.so': elf({ exports: [...common2, ...coSimulation2] }) },
    }),
  ],
  *check(subject, fmu) {
    if (
      fmu.model !== undefined &&
      implementsInterface(fmu.model, 'ModelExchange') &&
      serves(subject, fmu, 'ModelExchange')
    )
      yield* missing(subject, modelExchange2);
  },
});
