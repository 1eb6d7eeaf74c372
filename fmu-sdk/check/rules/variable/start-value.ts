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
    'Start elements give the start values of strings and binaries in an attribute value. The schema does not enforce it, but the text does.',
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
          yield defect(start, undefined, 'A Start element lacks a value.', 'an attribute value');
  },
};
