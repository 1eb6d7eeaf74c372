import { childNamed } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi2, fmi3, xml } from '../../example/example-fmu.ts';
import { scalarExample } from '../../example/example-parts.ts';
import { isFloat, named } from '../../model/variables/model-variable.ts';
import type { Rule } from '../../rule.ts';
import { ruleFamily } from '../../rule-family.ts';

export const variableIndependent: readonly Rule[] = ruleFamily(
  { needs: 'description', severity: 'violation', fmi3: '2.4.7.4' },
  [
    {
      id: 'variable/independent-once',
      title: 'At most one variable is independent',
      fmi2: '2.2.7',
      explanation: 'All variables are functions of one independent variable, usually time.',
      pass: scalarExample('t', '<Real/>', 'causality="independent"'),
      fail: [
        fmi3({ variables: '<Float64 name="t" valueReference="1" causality="independent"/>' }),
        fmi2({
          variables:
            '<ScalarVariable name="s" valueReference="1" causality="independent"><Real/></ScalarVariable><ScalarVariable name="t" valueReference="2" causality="independent"><Real/></ScalarVariable>',
        }),
      ],
      *check(model) {
        for (const variable of model.variables.filter((v) => v.causality === 'independent').slice(1))
          yield defect(
            variable.element,
            'causality',
            `${named(variable)} is a second independent variable.`,
            'one independent variable',
          );
      },
    },
    {
      id: 'variable/independent-present',
      title: 'One variable is independent',
      explanation:
        'In FMI 3.0 exactly one variable must have causality independent. It gives time its name, type and unit.',
      pass: fmi3({}),
      fail: fmi3({
        description: xml(
          '<fmiModelDescription fmiVersion="3.0" modelName="unit" instantiationToken="one"><CoSimulation modelIdentifier="unit"/><ModelVariables><Float64 name="x" valueReference="0"/></ModelVariables><ModelStructure/></fmiModelDescription>',
        ),
      }),
      *check(model) {
        const variables = childNamed(model.root, 'ModelVariables');
        if (
          variables !== undefined &&
          !model.variables.some((variable) => variable.causality === 'independent')
        )
          yield defect(
            variables,
            undefined,
            'A variable with causality independent is missing.',
            'a Float64 or Float32 with causality="independent", such as time',
          );
      },
    },
    {
      id: 'variable/independent-type',
      title: 'The independent variable is a floating-point number',
      fmi2: '2.2.7',
      explanation: 'It must be defined as Real (FMI 2.0) or with a floating-point type (FMI 3.0).',
      pass: scalarExample('t', '<Real/>', 'causality="independent"'),
      fail: scalarExample('t', '<Integer/>', 'causality="independent"'),
      *check(model) {
        for (const variable of model.variables)
          if (
            variable.causality === 'independent' &&
            !isFloat(variable) &&
            !['', 'Clock'].includes(variable.type)
          )
            yield defect(
              variable.element,
              'causality',
              `The independent variable ${named(variable)} is of type ${variable.type}.`,
              model.version === '2.0' ? 'Real' : 'Float64 or Float32',
            );
      },
    },
  ],
);
