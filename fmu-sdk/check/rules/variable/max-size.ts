import { attribute, childrenNamed } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { inherited, named } from '../../model/model-variable.ts';
import { toNumber } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';

export const variableMaxSize: Rule = {
  id: 'variable/max-size',
  title: 'Binary start values fit into maxSize',
  class: 'violation',
  fmi3: '2.4.4',
  explanation: 'maxSize is the largest size of a Binary value in bytes, including its start value.',
  needs: 'description',
  pass: [
    fmi3({
      variables:
        '<Binary name="p" valueReference="1" causality="parameter" maxSize="2"><Start value="0001"/></Binary>',
    }),
  ],
  fail: [
    fmi3({
      variables:
        '<Binary name="p" valueReference="1" causality="parameter" maxSize="1"><Start value="0001"/></Binary>',
    }),
  ],
  *check(model) {
    for (const variable of model.variables) {
      const most = toNumber(inherited(variable, 'maxSize'));
      if (variable.type !== 'Binary' || most === undefined) continue;
      for (const start of childrenNamed(variable.element, 'Start')) {
        const size = (attribute(start, 'value') ?? '').trim().length / 2;
        if (size > most)
          yield defect(
            start,
            'value',
            `A start value of ${named(variable)} has ${size} bytes, and maxSize is ${most}.`,
            `at most ${most} bytes`,
          );
      }
    }
  },
};
