import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { ioPart } from '../../example/example-parts.ts';
import { named } from '../../model/model-variable.ts';
import type { Rule } from '../../rule.ts';

export const structureInitialDependencyKnown: Rule = {
  id: 'structure/initial-dependency-known',
  title: 'Initial unknowns depend on inputs, exact variables and the independent variable',
  class: 'advice',
  fmi2: '2.2.8',
  fmi3: '2.4.8',
  explanation:
    'In initialization the knowns are inputs, variables with initial exact (parameters, constants, initial states) and the independent variable.',
  needs: 'description',
  pass: [
    fmi3({
      variables: ioPart,
      structure: '<Output valueReference="1"/><InitialUnknown valueReference="1" dependencies="2"/>',
    }),
  ],
  fail: [
    fmi3({
      variables: `${ioPart}<Float64 name="x" valueReference="3"/>`,
      structure: '<Output valueReference="1"/><InitialUnknown valueReference="1" dependencies="3"/>',
    }),
  ],
  *check(model) {
    for (const { element, knowns } of model.structure.InitialUnknown)
      for (const known of knowns)
        if (
          known !== undefined &&
          !['input', 'independent'].includes(known.causality) &&
          ['calculated', 'approx'].includes(known.initial ?? '')
        )
          yield defect(
            element,
            'dependencies',
            `${named(known)} (${known.causality}, initial ${known.initial}) is not a known of the initialization.`,
            'inputs, variables with initial exact, or the independent variable',
          );
  },
};
