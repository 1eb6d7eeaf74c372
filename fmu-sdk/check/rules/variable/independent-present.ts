import { childNamed } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi3, xml } from '../../example/example-fmu.ts';
import type { Rule } from '../../rule.ts';

export const variableIndependentPresent: Rule = {
  id: 'variable/independent-present',
  title: 'One variable is independent',
  class: 'violation',
  fmi3: '2.4.7.4',
  explanation:
    'In FMI 3.0 exactly one variable must have causality independent. It gives time its name, type and unit.',
  needs: 'description',
  pass: [fmi3({})],
  fail: [
    fmi3({
      description: xml(
        '<fmiModelDescription fmiVersion="3.0" modelName="unit" instantiationToken="one"><CoSimulation modelIdentifier="unit"/><ModelVariables><Float64 name="x" valueReference="0"/></ModelVariables><ModelStructure/></fmiModelDescription>',
      ),
    }),
  ],
  *check(model) {
    const variables = childNamed(model.root, 'ModelVariables');
    if (variables !== undefined && !model.variables.some((variable) => variable.causality === 'independent'))
      yield defect(
        variables,
        undefined,
        'A variable with causality independent is missing.',
        'a Float64 or Float32 with causality="independent", such as time',
      );
  },
};
