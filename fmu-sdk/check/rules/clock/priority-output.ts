import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { withEvents } from '../../example/example-parts.ts';
import { clocks, noClocks } from '../../model/clock-access.ts';
import { inherited, named } from '../../model/model-variable.ts';
import type { Rule } from '../../rule.ts';

export const clockPriorityOutput: Rule = {
  id: 'clock/priority-output',
  title: 'Output clocks do not have a priority',
  inapplicableReason: noClocks,
  class: 'violation',
  fmi3: '2.4.4',
  explanation: 'Priorities order the model partitions that input clocks activate.',
  needs: 'description',
  pass: [
    fmi3({
      interfaces: withEvents,
      variables: '<Clock name="c" valueReference="1" causality="output" intervalVariability="triggered"/>',
      structure: '<Output valueReference="1"/>',
    }),
  ],
  fail: [
    fmi3({
      interfaces: withEvents,
      variables:
        '<Clock name="c" valueReference="1" causality="output" intervalVariability="triggered" priority="1"/>',
      structure: '<Output valueReference="1"/>',
    }),
  ],
  *check(model) {
    for (const variable of clocks(model))
      if (variable.causality === 'output' && inherited(variable, 'priority') !== undefined)
        yield defect(
          variable.element,
          'priority',
          `Output clock ${named(variable)} has a priority.`,
          'no such attribute',
        );
  },
};
