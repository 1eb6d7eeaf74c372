import { attribute } from '../../../xml/parse.ts';
import { type Example, fmi3 } from '../../example/example.ts';
import { clockPart, withEvents } from '../../example/parts.ts';
import { defect, modelRule } from '../../factory.ts';
import { repeated } from '../../model/elements.ts';
import { named, reference } from '../../model/variable.ts';
import type { StaticRule } from '../../rule.ts';

export const clockedPreviousUnique: StaticRule = modelRule({
  id: 'clocked/previous-unique',
  title: 'A variable is the previous value of one variable',
  severity: 'error',
  fmi3: '2.4.7.4',
  explanation: 'Two clocked states must not refer to the same previous value.',
  pass: [example('')],
  fail: [
    example(
      '<Float64 name="y" valueReference="4" variability="discrete" clocks="1" previous="2"/>',
      '<ClockedState valueReference="4"/>',
    ),
  ],
  *check(model) {
    for (const { item, first } of repeated(model.variables, (variable) =>
      reference(attribute(variable.element, 'previous')),
    ))
      yield defect(
        item.element,
        'previous',
        `${named(first)} has this previous value already.`,
        'a variable of its own',
      );
  },
});
function example(variables: string, structure = ''): Example {
  return fmi3({
    interfaces: withEvents,
    variables: `${clockPart}<Float64 name="p" valueReference="2" variability="discrete"/><Float64 name="x" valueReference="3" variability="discrete" clocks="1" previous="2"/>${variables}`,
    structure: `<ClockedState valueReference="3"/>${structure}`,
  });
}
