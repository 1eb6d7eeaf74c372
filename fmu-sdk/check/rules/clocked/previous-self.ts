import { attribute } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { type Example, fmi3 } from '../../example/example-fmu.ts';
import { clockPart, withEvents } from '../../example/example-parts.ts';
import { named, reference } from '../../model/model-variable.ts';
import type { Rule } from '../../rule.ts';

export const clockedPreviousSelf: Rule = {
  id: 'clocked/previous-self',
  title: 'A variable is not its own previous value',
  class: 'violation',
  fmi3: '2.4.7.4',
  explanation: 'A clocked state and its value at the last tick are two variables.',
  needs: 'description',
  pass: [example('')],
  fail: [
    fmi3({
      interfaces: withEvents,
      variables: `${clockPart}<Float64 name="x" valueReference="3" variability="discrete" clocks="1" previous="3"/>`,
      structure: '<ClockedState valueReference="3"/>',
    }),
  ],
  *check(model) {
    for (const variable of model.variables) {
      const previous = reference(attribute(variable.element, 'previous'));
      if (previous !== undefined && previous === variable.reference)
        yield defect(
          variable.element,
          'previous',
          `${named(variable)} is declared as its own previous value.`,
          'another variable',
        );
    }
  },
};
function example(variables: string, structure = ''): Example {
  return fmi3({
    interfaces: withEvents,
    variables: `${clockPart}<Float64 name="p" valueReference="2" variability="discrete"/><Float64 name="x" valueReference="3" variability="discrete" clocks="1" previous="2"/>${variables}`,
    structure: `<ClockedState valueReference="3"/>${structure}`,
  });
}
