import { glueAccessors, glueConstants } from '../component/constants.ts';
import { absentFunctions, cConstants } from '../export-c/constants.ts';
import { header2, header3, symbols } from '../standard/headers.ts';

/**
 * The files of this package that are made from what the standards say (`standard/`) and what our units serve
 * (`component/calls.ts`), by path from the package's folder. `bin/generate.mjs` writes them.
 */
export function generatedFiles(): ReadonlyMap<string, string> {
  return new Map([
    ['fmu-sdk/standard/c/fmi2.h', header2()],
    ['fmu-sdk/standard/c/fmi3.h', header3()],
    ['fmu-sdk/host/native/symbols2.h', symbols(2)],
    ['fmu-sdk/host/native/symbols3.h', symbols(3)],
    ['fmu-sdk/component/glue/constants.ts', glueConstants()],
    ['fmu-sdk/component/glue/typed.ts', glueAccessors()],
    ['fmu-sdk/export-c/constants.h', cConstants()],
    ['fmu-sdk/export-c/absent2.c', absentFunctions(2)],
    ['fmu-sdk/export-c/absent3.c', absentFunctions(3)],
  ]);
}
