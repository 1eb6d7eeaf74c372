import { attribute } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { type Example, fmi3 } from '../../example/example-fmu.ts';
import { clockPart, withEvents } from '../../example/example-parts.ts';
import { variabilities } from '../../model/initial-tables.ts';
import { named } from '../../model/model-variable.ts';
import type { Rule } from '../../rule.ts';

export const clockedPreviousDiscrete: Rule = {
  id: 'clocked/previous-discrete',
  title: 'Variables with a previous value are discrete',
  class: 'violation',
  fmi3: '2.4.7.4',
  explanation: 'Clocked states change only at ticks: their variability is discrete.',
  needs: 'description',
  pass: [example('')],
  fail: [
    fmi3({
      interfaces: withEvents,
      variables: `${clockPart}<Float64 name="p" valueReference="2" variability="discrete"/><Float64 name="x" valueReference="3" variability="tunable" clocks="1" previous="2"/>`,
      structure: '<ClockedState valueReference="3"/>',
    }),
  ],
  *check(model) {
    for (const variable of model.variables)
      if (
        attribute(variable.element, 'previous') !== undefined &&
        variable.variability !== 'discrete' &&
        variabilities.includes(variable.variability)
      )
        yield defect(
          variable.element,
          'previous',
          `${named(variable)} has a previous value and is ${variable.variability}.`,
          'variability discrete',
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
