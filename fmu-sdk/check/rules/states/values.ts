import { io } from '../../../host/instance/fmi-api.ts';
import { afterCall, injectFault } from '../../behaviour/calls/fault-injection.ts';
import { sameValues } from '../../behaviour/fmu-probe.ts';
import { withStates } from '../../behaviour/states/continuous-states.ts';
import { valuesText } from '../../behaviour/values/message-text.ts';
import type { Rule } from '../../rule.ts';
import { ruleFamily } from '../../rule-family.ts';

export const statesValues: readonly Rule[] = ruleFamily(
  {
    needs: 'behaviour',
    severity: 'violation',
    interfaces: ['modelExchange'],
    inapplicableReason: withStates,
  },
  [
    {
      id: 'states/count',
      title: 'The numbers of states and event indicators match the description',
      fmi3: '3.2',
      explanation:
        'getNumberOfContinuousStates and getNumberOfEventIndicators return the sums of the sizes in the model structure. The importer’s arrays have this length.',
      faults: injectFault(
        'one state more',
        afterCall('getNumberOfContinuousStates', ({ registers }) => {
          registers[io.count]++;
        }),
        { kind: 'modelExchange' },
      ),
      async check({ open, report }) {
        const probe = await open();
        probe.reach('instantiated');
        for (const [op, expected, what] of [
          ['getNumberOfContinuousStates', probe.stateCount, 'continuous states'],
          ['getNumberOfEventIndicators', probe.indicatorCount, 'event indicators'],
        ] as const) {
          probe.requireCall(op);
          if (probe.flag('count') !== expected)
            report(probe, {
              message: `The number of ${what} differs from that of the description.`,
              value: String(probe.flag('count')),
              expected: String(expected),
            });
        }
      },
    },
    {
      id: 'states/finite',
      title: 'States, derivatives and event indicators are finite at the start',
      severity: 'advice',
      fmi2: '3.2.2',
      fmi3: '3.2.1',
      explanation: 'The integration must be able to start with the start values of the description.',
      faults: injectFault(
        'a derivative is NaN',
        afterCall('getContinuousStateDerivatives', ({ doubles }) => doubles.fill(Number.NaN)),
        { kind: 'modelExchange' },
      ),
      async check({ open, report }) {
        const probe = await open();
        probe.reach('continuousTime');
        for (const op of [
          'getContinuousStates',
          'getContinuousStateDerivatives',
          'getEventIndicators',
        ] as const) {
          if (probe.vectorFor(op).length === 0) continue;
          probe.requireCall(op);
          const values = [...probe.vectorFor(op)];
          if (!values.every(Number.isFinite))
            report(probe, {
              message: `${op} returns values that are not finite.`,
              value: valuesText(values),
              expected: 'finite numbers',
            });
        }
      },
    },
    {
      id: 'states/kept',
      title: 'Continuous states keep the values that were set',
      fmi2: '3.2.2',
      fmi3: '3.2.1',
      explanation:
        'Between events the integrator owns the states: the FMU must return the values that were set, for each state.',
      faults: injectFault(
        'the states are not set',
        (base) => ({
          call(this: typeof base, op) {
            return op.op === 'setContinuousStates' ? 0 : base.call.call(this, op);
          },
        }),
        { kind: 'modelExchange' },
      ),
      async check({ open, report }) {
        const probe = await open();
        probe.reach('continuousTime');
        probe.requireCall('getContinuousStates');
        const x = probe.vectorFor('getContinuousStates');
        const begin = [...x];
        for (const share of [0.01, 0.02, 0.015]) {
          const wanted = begin.map(
            (value, i) => value + share * (1 + (i % 7) / 8) * Math.max(1, Math.abs(value)),
          );
          x.set(wanted);
          probe.requireCall('setContinuousStates');
          x.fill(0);
          probe.requireCall('getContinuousStates');
          if (sameValues([...x], wanted)) continue;
          report(probe, {
            message: 'The states differ from the values that were set.',
            value: valuesText([...x]),
            expected: valuesText(wanted),
          });
          return;
        }
      },
    },
    {
      id: 'states/nominals',
      title: 'Nominal values of states are greater than 0',
      fmi2: '3.2.2',
      fmi3: '3.2.1',
      explanation:
        'The integrator divides errors by the nominal values: 0 or less makes the scaled errors meaningless.',
      faults: injectFault(
        'a nominal value is 0',
        afterCall('getNominalsOfContinuousStates', ({ doubles }) => doubles.fill(0)),
        { kind: 'modelExchange' },
      ),
      async check({ open, report }) {
        const probe = await open();
        probe.reach('event');
        probe.requireCall('getNominalsOfContinuousStates');
        const nominals = [...probe.vectorFor('getNominalsOfContinuousStates')];
        if (nominals.some((x) => !(x > 0 && Number.isFinite(x))))
          report(probe, {
            message: 'Nominal values of states are not positive numbers.',
            value: valuesText(nominals),
            expected: 'numbers greater than 0',
          });
      },
    },
  ],
);
