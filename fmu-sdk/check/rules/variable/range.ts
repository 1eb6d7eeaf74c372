import { attribute } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { scalarExample } from '../../example/example-parts.ts';
import { inherited, named } from '../../model/variables/model-variable.ts';
import { numberOf, ordered } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';
import { ruleFamily } from '../../rule-family.ts';

export const variableRange: readonly Rule[] = ruleFamily(
  { needs: 'description', severity: 'violation', fmi2: '2.2.7' },
  [
    {
      id: 'variable/nominal',
      title: 'Nominal values of variables are positive',
      fmi3: '2.3.3',
      explanation:
        'Solvers derive the absolute tolerance of a variable from its nominal value. FMI 2.0 requires nominal > 0. FMI 3.0 requires it for states.',
      pass: fmi3({ variables: '<Float64 name="x" valueReference="1" nominal="1e5"/>' }),
      fail: [
        fmi3({ variables: '<Float64 name="x" valueReference="1" nominal="-1"/>' }),
        scalarExample('x', '<Real nominal="0"/>'),
      ],
      *check(model) {
        for (const variable of model.variables)
          if ((numberOf(variable.typed, 'nominal') ?? 1) <= 0)
            yield defect(
              variable.typed,
              'nominal',
              `The nominal value of ${named(variable)} is not positive.`,
              'a number above 0',
            );
      },
    },
    {
      id: 'variable/range',
      title: 'The minimum of a variable is not above its maximum',
      fmi3: '2.4.7.5',
      explanation:
        'max must be at least min. Each is an attribute of the variable or, without it, of its declared type.',
      pass: fmi3({ variables: '<Float64 name="x" valueReference="1" min="0" max="1"/>' }),
      fail: [
        fmi3({ variables: '<Float64 name="x" valueReference="1" min="1" max="0"/>' }),
        scalarExample('x', '<Real min="1" max="0"/>'),
      ],
      *check(model) {
        for (const variable of model.variables) {
          if (
            attribute(variable.typed, 'min') === undefined &&
            attribute(variable.typed, 'max') === undefined
          )
            continue;
          const [min, max] = ['min', 'max'].map((bound) =>
            ordered(variable.type, inherited(variable, bound)),
          );
          if (min !== undefined && max !== undefined && min > max)
            yield defect(
              variable.typed,
              'max',
              `${named(variable)} has min ${min} above max ${max}.`,
              `at least ${min}`,
            );
        }
      },
    },
    {
      id: 'variable/start-range',
      title: 'Start values are between min and max',
      fmi3: '2.4.4',
      explanation:
        'min and max, of the variable or else of its declared type, bound the values for which the FMU is made. Start values must be inside.',
      pass: fmi3({
        variables: '<Float64 name="p" valueReference="1" causality="parameter" min="0" max="1" start="1"/>',
      }),
      fail: [
        fmi3({
          variables: '<Float64 name="p" valueReference="1" causality="parameter" min="0" max="1" start="2"/>',
        }),
        fmi3({
          definitions: '<TypeDefinitions><Int32Type name="A" min="0"/></TypeDefinitions>',
          variables: '<Int32 name="p" valueReference="1" causality="parameter" declaredType="A" start="-1"/>',
        }),
        scalarExample('u', '<Real max="1" start="2"/>', 'causality="input"'),
      ],
      *check(model) {
        for (const variable of model.variables) {
          const min = ordered(variable.type, inherited(variable, 'min'));
          const max = ordered(variable.type, inherited(variable, 'max'));
          if (
            (min === undefined && max === undefined) ||
            (min !== undefined && max !== undefined && min > max)
          )
            continue;
          const outside = variable.start?.find((text) => {
            const value = ordered(variable.type, text);
            return (
              value !== undefined &&
              ((min !== undefined && value < min) || (max !== undefined && value > max))
            );
          });
          if (outside !== undefined)
            yield defect(
              variable.typed,
              'start',
              `Start ${outside} of ${named(variable)} is outside its range.`,
              `a value from ${min ?? 'any'} to ${max ?? 'any'}`,
            );
        }
      },
    },
  ],
);
