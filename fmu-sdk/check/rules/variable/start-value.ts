import { attribute, childrenNamed } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import type { Rule } from '../../rule.ts';

export const variableStartValue: Rule = {
  id: 'variable/start-value',
  title: 'A Start element has a value',
  class: 'violation',
  fmi3: '2.4.7.5',
  explanation:
    'Start values of strings and binaries are given by Start elements with a value attribute; the schema does not insist on it, the text does.',
  needs: 'description',
  pass: [
    fmi3({
      variables: '<String name="p" valueReference="1" causality="parameter"><Start value=""/></String>',
    }),
  ],
  fail: [fmi3({ variables: '<String name="p" valueReference="1" causality="parameter"><Start/></String>' })],
  *check(model) {
    for (const { element } of model.variables)
      for (const start of childrenNamed(element, 'Start'))
        if (attribute(start, 'value') === undefined)
          yield defect(start, undefined, 'A Start element has no value.', 'an attribute value');
  },
};
