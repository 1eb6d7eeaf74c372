import { absentFunctions, cConstants } from '../../export/c-constants.ts';
import { header1, header2, header3, symbolTable } from '../../standard/c-headers.ts';
import { glueAccessors, glueConstants } from '../component/glue-constants.ts';

/**
 * Returns the generated files of this package by path. Their contents follow from the tables of the
 * standards (`standard/`) and from the functions of fmukit's components
 * (`component/component-functions.ts`). `bin/generate.mjs` writes them.
 */
export function generatedFiles(): ReadonlyMap<string, string> {
  return new Map([
    ['fmu-sdk/standard/c/fmi1.h', header1()],
    ['fmu-sdk/standard/c/fmi2.h', header2()],
    ['fmu-sdk/standard/c/fmi3.h', header3()],
    ['fmu-sdk/host/native/calls/fmi1-symbols.h', symbolTable(1)],
    ['fmu-sdk/host/native/calls/fmi2-symbols.h', symbolTable(2)],
    ['fmu-sdk/host/native/calls/fmi3-symbols.h', symbolTable(3)],
    ['fmu-sdk/build/component/glue/fmi-constants.ts', glueConstants()],
    ['fmu-sdk/build/component/glue/access/typed-access.ts', glueAccessors()],
    ['fmu-sdk/export/model-constants.h', cConstants()],
    ['fmu-sdk/export/absent-fmi2.c', absentFunctions(2)],
    ['fmu-sdk/export/absent-fmi3.c', absentFunctions(3)],
  ]);
}
