import { defect } from '../../defect.ts';
import { fmi2, fmi3 } from '../../example/example-fmu.ts';
import { outputPart, outputStructure } from '../../example/example-parts.ts';
import { initialUnknowns, isFreeUnknown, referenceName } from '../../model/initial-unknowns.ts';
import { named } from '../../model/model-variable.ts';
import type { Rule } from '../../rule.ts';

export const structureInitialUnknownAllowed: Rule = {
  id: 'structure/initial-unknown-allowed',
  title:
    'Initial unknowns are outputs, states, derivatives, calculated parameters or clocked variables that the FMU computes',
  class: 'violation',
  fmi2: '2.2.8',
  fmi3: '2.4.8',
  explanation:
    'The list contains exactly the outputs, states and state derivatives whose initial is approx or calculated, and the calculated parameters. FMI 3.0 adds clocked variables that the FMU initializes. Inputs, parameters and other locals are not allowed.',
  needs: 'description',
  pass: [fmi3({ variables: outputPart, structure: outputStructure })],
  fail: [
    fmi3({
      variables: '<Float64 name="x" valueReference="1"/>',
      structure: '<InitialUnknown valueReference="1"/>',
    }),
    fmi3({
      variables: '<Float64 name="y" valueReference="1" causality="output" initial="exact" start="0"/>',
      structure: outputStructure,
    }),
    fmi2({ structure: '<InitialUnknowns><Unknown index="1"/></InitialUnknowns>' }),
  ],
  *check(model) {
    const expected = initialUnknowns(model);
    for (const { element, variable } of model.structure.InitialUnknown)
      if (variable !== undefined && !expected.has(variable) && !isFreeUnknown(model, variable))
        yield defect(
          element,
          referenceName(model),
          `${named(variable)} (${variable.causality}, initial ${variable.initial ?? 'none'}) is not an unknown of the initialization.`,
          'an output, state, derivative or calculated parameter that is approx or calculated',
        );
  },
};
