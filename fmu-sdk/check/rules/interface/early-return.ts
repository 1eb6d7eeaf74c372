import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { isTrue } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';

export const interfaceEarlyReturn: Rule = {
  id: 'interface/early-return',
  title: 'Early return after an intermediate update requires intermediate updates',
  class: 'violation',
  fmi3: '4.4',
  explanation:
    'canReturnEarlyAfterIntermediateUpdate may be true only if providesIntermediateUpdate is true: the importer requests the early return in that callback.',
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
          'The FMU declares early return but does not provide intermediate updates.',
          'providesIntermediateUpdate="true"',
        );
  },
};
