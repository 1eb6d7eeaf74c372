import { elementCount } from '../../../description/description.ts';
import { status } from '../../../host/fmi-api.ts';
import { replaceCalls } from '../../behaviour/fault-injection.ts';
import type { Value } from '../../behaviour/fmu-probe.ts';
import { quantity } from '../../behaviour/message-text.ts';
import { differs } from '../../behaviour/rounding-difference.ts';
import type { Rule } from '../../rule.ts';

export const indicatorsAgree: Rule = {
  id: 'states/indicators-agree',
  title: 'Event indicators equal the variables of the description',
  class: 'violation',
  fmi3: '2.4.8',
  interfaces: ['modelExchange'],
  explanation:
    'Each EventIndicator of the model structure refers to a variable. getEventIndicators returns their values in that order, arrays element by element.',
  needs: 'behaviour',
  faults: [
    {
      claim: 'an indicator differs from its variable',
      fmi: 3,
      kind: 'modelExchange',
      corrupt: (calls) =>
        replaceCalls(calls, (base) => ({
          call(this: typeof base, op) {
            if (op.op !== 'getEventIndicators') return base.call.call(this, op);
            op.doubles.fill(12345);
            return status.ok;
          },
        })),
      describe: (d) => ({
        ...d,
        eventIndicators: [{ variable: d.variables.findIndex((v) => v.name === 'y'), dependencies: [] }],
      }),
    },
  ],
  inapplicableReason: ({ description }) =>
    description.eventIndicators.length === 0 ? 'the FMU does not list event indicators' : undefined,
  async check({ description, variables, open, report }) {
    const probe = await open();
    probe.reach('continuousTime');
    for (let n = 0; n < 5; n++) {
      probe.requireCall('getEventIndicators');
      const all = [...probe.vectorFor('getEventIndicators')];
      for (const { variable } of description.eventIndicators) {
        const indicator = variables[variable];
        const indicatorValues: Value[] = all.splice(0, elementCount(indicator));
        const { status: answer, values } = probe.read(indicator);
        if (answer > status.warning || !differs(values, indicatorValues)) continue;
        report(probe, {
          message: `The event indicator "${indicator.name}" differs from the variable with that name.`,
          value: quantity(indicator, indicatorValues),
          expected: quantity(indicator, values),
        });
        return;
      }
      probe.advance();
    }
  },
};
