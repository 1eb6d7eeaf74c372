import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { numberOf } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';

export const typeClockInterval: Rule = {
  id: 'type/clock-interval',
  title: 'Intervals of clock types are positive',
  class: 'violation',
  fmi3: '2.4.4',
  explanation:
    'intervalDecimal and intervalCounter of a ClockType must be greater than 0, like those of a Clock.',
  needs: 'description',
  pass: [
    fmi3({
      definitions:
        '<TypeDefinitions><ClockType name="A" intervalVariability="constant" intervalDecimal="0.1"/></TypeDefinitions>',
    }),
  ],
  fail: [
    fmi3({
      definitions:
        '<TypeDefinitions><ClockType name="A" intervalVariability="constant" intervalDecimal="0"/></TypeDefinitions>',
    }),
  ],
  *check(model) {
    for (const { typed, type } of model.types)
      for (const name of ['intervalDecimal', 'intervalCounter'])
        if (type === 'Clock' && (numberOf(typed, name) ?? 1) <= 0)
          yield defect(typed, name, `The ${name} of a clock type is not positive.`, 'a number above 0');
  },
};
