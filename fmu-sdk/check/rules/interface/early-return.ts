import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { isTrue } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';

export const interfaceEarlyReturn: Rule = {
  id: 'interface/early-return',
  title: 'What can return early after an intermediate update provides intermediate updates',
  class: 'violation',
  fmi3: '4.4',
  explanation:
    'canReturnEarlyAfterIntermediateUpdate may be true only if providesIntermediateUpdate is: the importer asks for the early return in that callback.',
  needs: 'description',
  pass: [
    fmi3({
      interfaces:
        '<CoSimulation modelIdentifier="unit" providesIntermediateUpdate="true" canReturnEarlyAfterIntermediateUpdate="true"/>',
    }),
  ],
  fail: [
    fmi3({
      interfaces: '<CoSimulation modelIdentifier="unit" canReturnEarlyAfterIntermediateUpdate="true"/>',
    }),
  ],
  *check(model) {
    for (const element of model.interfaces)
      if (
        isTrue(element, 'canReturnEarlyAfterIntermediateUpdate') &&
        !isTrue(element, 'providesIntermediateUpdate')
      )
        yield defect(
          element,
          'canReturnEarlyAfterIntermediateUpdate',
          'There is no intermediate update after which it could return early.',
          'providesIntermediateUpdate="true"',
        );
  },
};
