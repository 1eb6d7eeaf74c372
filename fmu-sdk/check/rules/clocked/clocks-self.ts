import { attribute } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { clockPart, withEvents } from '../../example/example-parts.ts';
import { words } from '../../grammar/xsd-types.ts';
import { named, reference } from '../../model/model-variable.ts';
import type { Rule } from '../../rule.ts';

export const clockedClocksSelf: Rule = {
  id: 'clocked/clocks-self',
  title: 'A clock is not clocked by itself',
  class: 'violation',
  fmi3: '2.4.7.4',
  explanation:
    'A clock may be a clocked variable of another clock: it can then tick only when that clock ticks. A clock in its own list is meaningless.',
  needs: 'description',
  pass: [
    fmi3({
      interfaces: withEvents,
      variables: `${clockPart}<Clock name="d" valueReference="2" causality="input" intervalVariability="triggered" clocks="1"/>`,
    }),
  ],
  fail: [
    fmi3({
      interfaces: withEvents,
      variables:
        '<Clock name="d" valueReference="2" causality="input" intervalVariability="triggered" clocks="2"/>',
    }),
  ],
  *check(model) {
    for (const variable of model.variables)
      if (
        words(attribute(variable.element, 'clocks') ?? '').some(
          (word) => reference(word) === variable.reference,
        )
      )
        yield defect(
          variable.element,
          'clocks',
          `${named(variable)} is in its own list of clocks.`,
          'other clocks',
        );
  },
};
