import { attribute } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi2, fmi3 } from '../../example/example-fmu.ts';
import { derivativeTarget } from '../../model/checked-model.ts';
import { sizeOf } from '../../model/variables/array-dimensions.ts';
import { variabilities } from '../../model/variables/initial-tables.ts';
import { isFloat, named, reference } from '../../model/variables/model-variable.ts';
import type { Rule } from '../../rule.ts';
import { ruleFamily } from '../../rule-family.ts';

export const variableDerivative: readonly Rule[] = ruleFamily(
  { needs: 'description', severity: 'violation' },
  [
    {
      id: 'variable/derivative-continuous',
      title: 'Derivatives are of continuous floating-point variables',
      fmi2: '2.2.8',
      fmi3: '2.4.8',
      explanation: 'Only a continuous floating-point variable has a derivative with respect to time.',
      pass: fmi3({
        variables:
          '<Float64 name="x" valueReference="1"/><Float64 name="v" valueReference="2" derivative="1"/>',
      }),
      fail: [
        fmi3({
          variables:
            '<Int32 name="x" valueReference="1"/><Float64 name="v" valueReference="2" derivative="1"/>',
        }),
        fmi3({
          variables:
            '<Float64 name="x" valueReference="1" variability="discrete"/><Float64 name="v" valueReference="2" derivative="1"/>',
        }),
      ],
      *check(model) {
        for (const variable of model.variables) {
          const target = derivativeTarget(model, variable);
          if (target === undefined || target === variable || !variabilities.includes(target.variability))
            continue;
          if (!isFloat(target) || target.variability !== 'continuous')
            yield defect(
              variable.typed,
              'derivative',
              `${named(target)} is a ${target.variability} ${target.type}.`,
              'a continuous floating-point variable',
            );
        }
      },
    },
    {
      id: 'variable/derivative-exists',
      title: 'The attribute derivative refers to a variable',
      fmi2: '2.2.7',
      fmi3: '2.4.7.5',
      explanation:
        'derivative refers to the variable whose derivative this one is: by index from 1 in FMI 2.0, by value reference in FMI 3.0.',
      pass: fmi3({
        variables:
          '<Float64 name="x" valueReference="1"/><Float64 name="v" valueReference="2" derivative="1"/>',
      }),
      fail: [
        fmi3({ variables: '<Float64 name="v" valueReference="2" derivative="9"/>' }),
        fmi2({
          variables: '<ScalarVariable name="v" valueReference="2"><Real derivative="2"/></ScalarVariable>',
        }),
      ],
      *check(model) {
        for (const variable of model.variables)
          if (
            reference(attribute(variable.typed, 'derivative')) !== undefined &&
            derivativeTarget(model, variable) === undefined
          )
            yield defect(
              variable.typed,
              'derivative',
              `The attribute derivative of ${named(variable)} refers to no variable.`,
              model.version === '2.0'
                ? `an index from 1 to ${model.variables.length}`
                : 'the value reference of a variable',
            );
      },
    },
    {
      id: 'variable/derivative-self',
      title: 'A variable is not its own derivative',
      fmi2: '2.2.7',
      fmi3: '2.4.7.5',
      explanation: 'A derivative and its state are two variables.',
      pass: fmi3({
        variables:
          '<Float64 name="x" valueReference="1"/><Float64 name="v" valueReference="2" derivative="1"/>',
      }),
      fail: [
        fmi3({ variables: '<Float64 name="v" valueReference="2" derivative="2"/>' }),
        fmi2({
          variables: '<ScalarVariable name="v" valueReference="2"><Real derivative="1"/></ScalarVariable>',
        }),
      ],
      *check(model) {
        for (const variable of model.variables)
          if (derivativeTarget(model, variable) === variable)
            yield defect(
              variable.typed,
              'derivative',
              `${named(variable)} is declared as its own derivative.`,
              'another variable',
            );
      },
    },
    {
      id: 'variable/derivative-size',
      title: 'A derivative has the type and dimensions of its variable',
      fmi3: '2.4.8',
      explanation:
        'States and their derivatives are exchanged as vectors of equal length, so a derivative has as many elements as its state.',
      pass: fmi3({
        variables:
          '<Float64 name="x" valueReference="1"><Dimension start="2"/></Float64><Float64 name="v" valueReference="2" derivative="1"><Dimension start="2"/></Float64>',
      }),
      fail: fmi3({
        variables:
          '<Float64 name="x" valueReference="1"><Dimension start="2"/></Float64><Float64 name="v" valueReference="2" derivative="1"/>',
      }),
      *check(model) {
        for (const variable of model.variables) {
          const target = derivativeTarget(model, variable);
          if (target === undefined) continue;
          const [size, other] = [sizeOf(model, variable), sizeOf(model, target)];
          if (size !== undefined && other !== undefined && size !== other)
            yield defect(
              variable.typed,
              'derivative',
              `${named(variable)} has ${size} elements, and ${named(target)} ${other}.`,
              'equal numbers of elements',
            );
        }
      },
    },
  ],
);
