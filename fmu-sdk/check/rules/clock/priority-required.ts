import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { clockPart } from '../../example/example-parts.ts';
import { clocks } from '../../model/clock-access.ts';
import { inherited, named } from '../../model/model-variable.ts';
import type { Rule } from '../../rule.ts';

export const clockPriorityRequired: Rule = {
  id: 'clock/priority-required',
  title: 'Input clocks of an FMU for scheduled execution have a priority',
  class: 'violation',
  fmi3: '2.4.4',
  interfaces: ['scheduledExecution'],
  explanation:
    'The importer schedules model partitions by the priority of their input clocks, so it is mandatory.',
  needs: 'description',
  pass: [
    fmi3({
      interfaces: '<ScheduledExecution modelIdentifier="unit"/>',
      variables:
        '<Clock name="c" valueReference="1" causality="input" intervalVariability="triggered" priority="1"/>',
    }),
  ],
  fail: [fmi3({ interfaces: '<ScheduledExecution modelIdentifier="unit"/>', variables: clockPart })],
  *check(model) {
    for (const variable of clocks(model))
      if (variable.causality === 'input' && inherited(variable, 'priority') === undefined)
        yield defect(
          variable.element,
          'causality',
          `Input clock ${named(variable)} lacks a priority.`,
          'an attribute priority',
        );
  },
};
