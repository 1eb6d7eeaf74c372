import { attribute } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { named } from '../../model/model-variable.ts';
import type { Rule } from '../../rule.ts';

export const variableMultipleSetInput: Rule = {
  id: 'variable/multiple-set-input',
  title: 'Only inputs have canHandleMultipleSetPerTimeInstant',
  class: 'violation',
  fmi2: '2.2.7',
  fmi3: '2.4.7.4',
  explanation:
    'The attribute declares whether an input may take part in an algebraic loop. It is meaningless for other variables. (The text of FMI 2.0 has variability = "input" by mistake for causality.)',
  needs: 'description',
  pass: [
    fmi3({
      interfaces: '<ModelExchange modelIdentifier="unit"/>',
      variables:
        '<Float64 name="u" valueReference="1" causality="input" start="0" canHandleMultipleSetPerTimeInstant="false"/>',
    }),
  ],
  fail: [
    fmi3({
      interfaces: '<ModelExchange modelIdentifier="unit"/>',
      variables: '<Float64 name="x" valueReference="1" canHandleMultipleSetPerTimeInstant="false"/>',
    }),
  ],
  *check(model) {
    for (const variable of model.variables)
      if (
        attribute(variable.element, 'canHandleMultipleSetPerTimeInstant') !== undefined &&
        variable.causality !== 'input'
      )
        yield defect(
          variable.element,
          'canHandleMultipleSetPerTimeInstant',
          `${named(variable)} is not an input, but ${variable.causality}.`,
          'no such attribute',
        );
  },
};
