import { attribute } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { clockPart, withEvents } from '../../example/example-parts.ts';
import { words } from '../../grammar/xsd-types.ts';
import { named, reference } from '../../model/model-variable.ts';
import type { Rule } from '../../rule.ts';

export const clockedClocksExist: Rule = {
  id: 'clocked/clocks-exist',
  title: 'The attribute clocks refers to clocks',
  class: 'violation',
  fmi3: '2.4.7.4',
  explanation: 'Every item of clocks is the value reference of a variable of type Clock.',
  needs: 'description',
  pass: [
    fmi3({
      interfaces: withEvents,
      variables: `${clockPart}<Float64 name="x" valueReference="2" variability="discrete" clocks="1"/>`,
    }),
  ],
  fail: [
    fmi3({ variables: '<Float64 name="x" valueReference="2" variability="discrete" clocks="9"/>' }),
    fmi3({ variables: '<Float64 name="x" valueReference="2" variability="discrete" clocks="0"/>' }),
  ],
  *check(model) {
    for (const variable of model.variables)
      for (const word of words(attribute(variable.element, 'clocks') ?? '')) {
        const value = reference(word);
        if (value !== undefined && model.byReference.get(value)?.[0]?.type !== 'Clock')
          yield defect(
            variable.element,
            'clocks',
            `${word} in the clocks of ${named(variable)} is not a clock.`,
            'value references of Clock variables',
          );
      }
  },
};
