import { elementCount } from '../../../description/description.ts';
import { status } from '../../../host/instance/fmi-api.ts';
import { afterCall, injectFault } from '../../behaviour/calls/fault-injection.ts';
import type { Value } from '../../behaviour/fmu-probe.ts';
import { derivativeVariables, withStates } from '../../behaviour/states/continuous-states.ts';
import { quantity } from '../../behaviour/values/message-text.ts';
import { differs } from '../../behaviour/values/rounding-difference.ts';
import { differenceOf, solvedSlack, withLowerSeverity } from '../../behaviour/values/value-difference.ts';
import type { Rule } from '../../rule.ts';
import { ruleFamily } from '../../rule-family.ts';

export const statesAgreement: readonly Rule[] = ruleFamily(
  { needs: 'behaviour', severity: 'violation', interfaces: ['modelExchange'] },
  [
    {
      id: 'states/derivatives-agree',
      title: 'Derivatives equal the variables of the model structure',
      fmi2: '3.2.2',
      fmi3: '3.2.1',
      explanation:
        'The i-th derivative is the value of the i-th variable of the list in the model structure.',
      faults: injectFault(
        'the derivatives are negative',
        afterCall('getContinuousStateDerivatives', ({ doubles }) => doubles.set(doubles.map((x) => -x - 1))),
        { kind: 'modelExchange' },
      ),
      inapplicableReason: withStates,
      async check({ target, open, report }) {
        const probe = await open();
        probe.reach('continuousTime');
        probe.requireCall('getContinuousStateDerivatives');
        const dx = [...probe.vectorFor('getContinuousStateDerivatives')];
        let at = 0;
        for (const variable of derivativeVariables(target)) {
          const { status: answer, values } = probe.read(variable);
          const part = dx.slice(at, (at += values.length));
          const difference = differenceOf(values, part, solvedSlack(target.description), variable);
          if (answer > status.warning || difference === 'none') continue;
          const defect = {
            message: `"${variable.name}" differs from its derivative.`,
            value: quantity(variable, part),
            expected: quantity(variable, values),
          };
          report(probe, withLowerSeverity(defect, difference));
        }
      },
    },
    {
      id: 'states/indicators-agree',
      title: 'Event indicators equal the variables of the description',
      fmi3: '2.4.8',
      explanation:
        'Each EventIndicator of the model structure refers to a variable. getEventIndicators returns their values in that order, arrays element by element.',
      faults: injectFault(
        'an indicator differs from its variable',
        (base) => ({
          call(this: typeof base, op) {
            if (op.op !== 'getEventIndicators') return base.call.call(this, op);
            op.doubles.fill(12345);
            return status.ok;
          },
        }),
        {
          kind: 'modelExchange',
          describe: (d) => ({
            ...d,
            eventIndicators: [{ variable: d.variables.findIndex((v) => v.name === 'y'), dependencies: [] }],
          }),
        },
      ),
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
    },
  ],
);
