import { attribute } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { type Example, fmi3 } from '../../example/example-fmu.ts';
import { clockPart, withEvents } from '../../example/example-parts.ts';
import { named, reference } from '../../model/model-variable.ts';
import type { Rule } from '../../rule.ts';

export const clockedPreviousExists: Rule = {
  id: 'clocked/previous-exists',
  title: 'The attribute previous refers to a variable',
  class: 'violation',
  fmi3: '2.4.7.4',
  explanation: 'previous is the value reference of the variable that holds the value of the last tick.',
  needs: 'description',
  pass: [example('')],
  fail: [
    fmi3({
      interfaces: withEvents,
      variables: `${clockPart}<Float64 name="x" valueReference="3" variability="discrete" clocks="1" previous="9"/>`,
      structure: '<ClockedState valueReference="3"/>',
    }),
  ],
  *check(model) {
    for (const variable of model.variables) {
      const previous = reference(attribute(variable.element, 'previous'));
      if (previous !== undefined && !model.byReference.has(previous))
        yield defect(
          variable.element,
          'previous',
          `The attribute previous of ${named(variable)} refers to no variable.`,
          'the value reference of a variable',
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
