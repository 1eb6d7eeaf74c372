import { attribute } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi2 } from '../../example/example-fmu.ts';
import { implementsInterface } from '../../model/checked-model.ts';
import { named } from '../../model/model-variable.ts';
import type { Rule } from '../../rule.ts';

export const variableMultipleSetModelExchange: Rule = {
  id: 'variable/multiple-set-model-exchange',
  title: 'Only model exchange has canHandleMultipleSetPerTimeInstant',
  class: 'violation',
  fmi2: '2.2.7',
  explanation: 'An FMU that supports only co-simulation must not have the attribute.',
  needs: 'description',
  pass: [
    fmi2({
      interfaces: '<ModelExchange modelIdentifier="unit"/>',
      variables:
        '<ScalarVariable name="u" valueReference="1" causality="input" canHandleMultipleSetPerTimeInstant="false"><Real start="0"/></ScalarVariable>',
    }),
  ],
  fail: [
    fmi2({
      variables:
        '<ScalarVariable name="u" valueReference="1" causality="input" canHandleMultipleSetPerTimeInstant="false"><Real start="0"/></ScalarVariable>',
    }),
  ],
  *check(model) {
    if (implementsInterface(model, 'ModelExchange') || !implementsInterface(model, 'CoSimulation')) return;
    for (const variable of model.variables)
      if (attribute(variable.element, 'canHandleMultipleSetPerTimeInstant') !== undefined)
        yield defect(
          variable.element,
          'canHandleMultipleSetPerTimeInstant',
          `The FMU of ${named(variable)} supports only co-simulation.`,
          'no such attribute',
        );
  },
};
