import { attribute } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { clockedState, clockPart, withEvents } from '../../example/example-parts.ts';
import { named } from '../../model/model-variable.ts';
import type { Rule } from '../../rule.ts';

export const structureClockedState: Rule = {
  id: 'structure/clocked-state',
  title: 'Listed clocked states have a previous value',
  class: 'violation',
  fmi3: '2.4.8',
  explanation: 'Each ClockedState is a discrete variable with clocks and previous, but not a clock.',
  needs: 'description',
  pass: [
    fmi3({
      interfaces: withEvents,
      variables: `${clockPart}${clockedState}`,
      structure: '<ClockedState valueReference="3"/>',
    }),
  ],
  fail: [
    fmi3({
      interfaces: withEvents,
      variables: `${clockPart}<Float64 name="x" valueReference="2" variability="discrete" clocks="1"/>`,
      structure: '<ClockedState valueReference="2"/>',
    }),
    fmi3({ interfaces: withEvents, variables: clockPart, structure: '<ClockedState valueReference="1"/>' }),
  ],
  *check(model) {
    for (const { element, variable } of model.structure.ClockedState)
      if (
        variable !== undefined &&
        (variable.type === 'Clock' || attribute(variable.element, 'previous') === undefined)
      )
        yield defect(
          element,
          'valueReference',
          `Clocked state ${named(variable)} ${variable.type === 'Clock' ? 'is a clock' : 'lacks a previous value'}.`,
          'a variable with the attributes clocks and previous',
        );
  },
};
