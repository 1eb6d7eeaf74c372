import { attribute } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { clockPart, withEvents } from '../../example/example-parts.ts';
import { named } from '../../model/model-variable.ts';
import type { Rule } from '../../rule.ts';

export const clockedClocksNonempty: Rule = {
  id: 'clocked/clocks-nonempty',
  title: 'A clocked variable has a clock',
  class: 'violation',
  fmi3: '2.4.7.4',
  explanation:
    'clocks is a list of at least one value reference. A variable without clocks does not have the attribute.',
  needs: 'description',
  pass: [
    fmi3({
      interfaces: withEvents,
      variables: `${clockPart}<Float64 name="x" valueReference="2" variability="discrete" clocks="1"/>`,
    }),
  ],
  fail: [
    fmi3({
      interfaces: withEvents,
      variables: `${clockPart}<Float64 name="x" valueReference="2" variability="discrete" clocks=""/>`,
    }),
  ],
  *check(model) {
    for (const variable of model.variables)
      if (attribute(variable.element, 'clocks')?.trim() === '')
        yield defect(
          variable.element,
          'clocks',
          `${named(variable)} has an empty list of clocks.`,
          'value references of clocks, or no attribute',
        );
  },
};
