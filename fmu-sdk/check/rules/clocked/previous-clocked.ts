import { attribute } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { type Example, fmi3 } from '../../example/example-fmu.ts';
import { clockPart, withEvents } from '../../example/example-parts.ts';
import { named } from '../../model/model-variable.ts';
import type { Rule } from '../../rule.ts';

export const clockedPreviousClocked: Rule = {
  id: 'clocked/previous-clocked',
  title: 'Only clocked variables have a previous value',
  class: 'violation',
  fmi3: '2.4.7.4',
  explanation: 'previous makes a variable a clocked state, so it must have the attribute clocks.',
  needs: 'description',
  pass: [example('')],
  fail: [
    fmi3({
      interfaces: withEvents,
      variables: `<Float64 name="p" valueReference="2" variability="discrete"/><Float64 name="x" valueReference="3" variability="discrete" previous="2"/>`,
      structure: '<ClockedState valueReference="3"/>',
    }),
  ],
  *check(model) {
    for (const variable of model.variables)
      if (
        attribute(variable.element, 'previous') !== undefined &&
        attribute(variable.element, 'clocks') === undefined &&
        variable.type !== 'Clock'
      )
        yield defect(
          variable.element,
          'previous',
          `${named(variable)} has a previous value but lacks a clock.`,
          'an attribute clocks',
        );
  },
};
function example(variables: string, structure = ''): Example {
  return fmi3({
    interfaces: withEvents,
    variables: `${clockPart}<Float64 name="p" valueReference="2" variability="discrete"/><Float64 name="x" valueReference="3" variability="discrete" clocks="1" previous="2"/>${variables}`,
    structure: `<ClockedState valueReference="3"/>${structure}`,
  });
}
