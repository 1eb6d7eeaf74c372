import { attribute } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi2, fmi3 } from '../../example/example-fmu.ts';
import type { Rule } from '../../rule.ts';

export const interfaceIdentifierForm: Rule = {
  id: 'interface/identifier-form',
  title: 'modelIdentifier is a C identifier',
  class: 'violation',
  fmi2: '3.3.1, 4.3.1',
  fmi3: '2.4.2',
  explanation:
    'modelIdentifier is a prefix of C functions and the name of a file. It consists of letters, digits and underscores, without a digit at the start.',
  needs: 'description',
  pass: [fmi3({ interfaces: '<CoSimulation modelIdentifier="A_B_1"/>' })],
  fail: [
    fmi3({ interfaces: '<CoSimulation modelIdentifier="A.B"/>' }),
    fmi2({ interfaces: '<CoSimulation modelIdentifier="1A"/>' }),
  ],
  *check(model) {
    for (const element of model.interfaces)
      if (!/^[A-Za-z_]\w*$/.test(attribute(element, 'modelIdentifier') ?? 'a'))
        yield defect(
          element,
          'modelIdentifier',
          `The modelIdentifier of ${element.name} is not a C identifier.`,
          'letters, digits and _, no digit first',
        );
  },
};
