import { attribute } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { clockPart, withEvents } from '../../example/example-parts.ts';
import { clocks, noClocks } from '../../model/clock-access.ts';
import { variabilities } from '../../model/initial-tables.ts';
import { named } from '../../model/model-variable.ts';
import type { Rule } from '../../rule.ts';

export const clockVariability: Rule = {
  id: 'clock/variability',
  title: 'Clocks are discrete',
  inapplicableReason: noClocks,
  class: 'violation',
  fmi3: '2.4.7.4',
  explanation: 'The variability of clocks must be discrete, which is their default.',
  needs: 'description',
  pass: [fmi3({ interfaces: withEvents, variables: clockPart })],
  fail: [
    fmi3({
      interfaces: withEvents,
      variables:
        '<Clock name="c" valueReference="1" causality="input" variability="tunable" intervalVariability="triggered"/>',
    }),
  ],
  *check(model) {
    for (const variable of clocks(model)) {
      const variability = attribute(variable.element, 'variability');
      if (variability !== undefined && variability !== 'discrete' && variabilities.includes(variability))
        yield defect(
          variable.element,
          'variability',
          `Clock ${named(variable)} is ${variability}.`,
          'discrete',
        );
    }
  },
};
