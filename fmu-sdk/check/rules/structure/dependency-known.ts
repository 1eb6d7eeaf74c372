import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { ioPart, ioStructure } from '../../example/example-parts.ts';
import { mayBeKnown } from '../../model/initial-unknowns.ts';
import { named } from '../../model/model-variable.ts';
import type { Rule } from '../../rule.ts';

export const structureDependencyKnown: Rule = {
  id: 'structure/dependency-known',
  title: 'Outputs and derivatives depend on knowns',
  class: 'advice',
  fmi2: '2.2.8',
  fmi3: '2.4.8',
  explanation:
    'Knowns are inputs, states, the independent variable and, in FMI 3.0, parameters. Constants, calculated parameters and results computed from knowns are not knowns. The description does not define which locals are discrete states, so discrete variables pass.',
  needs: 'description',
  pass: [fmi3({ variables: ioPart, structure: ioStructure('dependencies="2"') })],
  fail: [
    fmi3({
      variables: `${ioPart}<Float64 name="c" valueReference="3" causality="calculatedParameter"/>`,
      structure: `${ioStructure('dependencies="3"')}<InitialUnknown valueReference="3"/>`,
    }),
  ],
  *check(model) {
    for (const list of ['Output', 'ContinuousStateDerivative'] as const)
      for (const { element, knowns } of model.structure[list])
        for (const known of knowns)
          if (known !== undefined && !mayBeKnown(model, known))
            yield defect(
              element,
              'dependencies',
              `${named(known)} (${known.variability} ${known.causality}) is not a known.`,
              'inputs, states, parameters or the independent variable',
            );
  },
};
