import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { variabilities } from '../../model/variables/initial-tables.ts';
import { isFloat, named } from '../../model/variables/model-variable.ts';
import type { Rule } from '../../rule.ts';
import { ruleFamily } from '../../rule-family.ts';

export const structureEventIndicators: readonly Rule[] = ruleFamily(
  { needs: 'description', severity: 'violation' },
  [
    {
      id: 'structure/event-indicator-causality',
      title: 'Event indicators are local or outputs',
      fmi3: '2.4.7.4',
      explanation: 'The FMU computes its event indicators: their causality is local or output.',
      pass: fmi3({
        variables: '<Float64 name="z" valueReference="1"/>',
        structure: '<EventIndicator valueReference="1"/>',
      }),
      fail: fmi3({
        variables: '<Float64 name="u" valueReference="1" causality="input" start="0"/>',
        structure: '<EventIndicator valueReference="1"/>',
      }),
      *check(model) {
        for (const { element, variable } of model.structure.EventIndicator)
          if (
            variable !== undefined &&
            ['input', 'independent', 'calculatedParameter'].includes(variable.causality)
          )
            yield defect(
              element,
              'valueReference',
              `Event indicator ${named(variable)} has causality ${variable.causality}.`,
              'local or output',
            );
      },
    },
    {
      id: 'structure/event-indicator-continuous',
      title: 'Event indicators are continuous floating-point variables',
      fmi3: '2.4.8',
      explanation:
        'An event indicator changes its sign at an event. Only continuous Float32 and Float64 variables are allowed.',
      pass: fmi3({
        variables: '<Float64 name="z" valueReference="1"/>',
        structure: '<EventIndicator valueReference="1"/>',
      }),
      fail: [
        fmi3({
          variables: '<Int32 name="z" valueReference="1"/>',
          structure: '<EventIndicator valueReference="1"/>',
        }),
        fmi3({
          variables: '<Float64 name="z" valueReference="1" variability="discrete"/>',
          structure: '<EventIndicator valueReference="1"/>',
        }),
      ],
      *check(model) {
        for (const { element, variable } of model.structure.EventIndicator)
          if (
            variable !== undefined &&
            (!isFloat(variable) || variable.variability !== 'continuous') &&
            variabilities.includes(variable.variability)
          )
            yield defect(
              element,
              'valueReference',
              `Event indicator ${named(variable)} is a ${variable.variability} ${variable.type}.`,
              'a continuous Float64 or Float32',
            );
      },
    },
  ],
);
