import { toldInternalStep } from '../../../description/default-experiment.ts';
import { io, status, statusNames } from '../../../host/instance/fmi-api.ts';
import { afterCall, injectFault } from '../../behaviour/calls/fault-injection.ts';
import { CallRefused } from '../../behaviour/fmu-probe.ts';
import { stepsOf, withVariableSteps } from '../../behaviour/trajectory/step-sizes.ts';
import { sentence } from '../../defect.ts';
import type { Rule } from '../../rule.ts';
import { ruleFamily } from '../../rule-family.ts';

export const stepSizes: readonly Rule[] = ruleFamily(
  { needs: 'behaviour', severity: 'violation', interfaces: ['coSimulation'] },
  [
    {
      id: 'step/reaches',
      title: 'A successful step ends at the requested time',
      fmi3: '4.2.1',
      explanation:
        'lastSuccessfulTime is the time that the FMU has reached. It may deviate from the end of the step, for example if an integrator cannot reach it exactly. It must not be before the start of the step, nor far beyond its end.',
      faults: injectFault(
        'lastSuccessfulTime is the start of the step',
        afterCall('doStep', ({ registers }) => {
          registers[io.lastTime] = registers[io.time];
        }),
      ),
      async check({ description, open, report }) {
        const probe = await open();
        probe.reach('step');
        const h = probe.stepSize;
        for (let n = 0; n < 5; n++) {
          const { time } = probe;
          probe.advance();
          const last = probe.flag('lastTime');
          if (!(last >= time && last <= time + 2 * h))
            report(probe, {
              message: 'lastSuccessfulTime is not a possible end of the step.',
              value: `${last} s`,
              expected: `${time + h} s, or near it`,
            });
          else if (Math.abs(last - time - h) > Math.max(toldInternalStep(description) ?? 0, h / 2))
            report(probe, {
              message: 'lastSuccessfulTime is far from the end of the step, without earlyReturn.',
              value: `${last} s`,
              expected: `${time + h} s, or near it`,
              severity: 'robustness',
            });
        }
      },
    },
    {
      id: 'step/tiny',
      title: 'An FMU with variable step sizes accepts a very small step',
      severity: 'robustness',
      fmi2: '4.3.1',
      fmi3: '4.4.1',
      explanation:
        'With canHandleVariableCommunicationStepSize="true" an importer may shorten steps, for example at events.',
      faults: stepsOf('steps of less than 1 ms are refused', (h) => h < 1e-3),
      inapplicableReason: withVariableSteps,
      async check({ open, report }) {
        const probe = await open();
        probe.reach('step');
        const h = probe.stepSize * 1e-6;
        const answer = probe.do('doStep', {
          time: probe.time,
          step: h,
          noSetStatePrior: 1,
          returnTime: Number.POSITIVE_INFINITY,
        });
        if (answer > status.warning)
          report(probe, {
            message: `A step of ${h} s is refused.`,
            value: statusNames[answer],
            expected: 'ok',
          });
      },
    },
    {
      id: 'step/varying',
      title: 'An FMU with variable step sizes accepts different step sizes',
      fmi2: '4.3.1',
      fmi3: '4.4.1',
      explanation:
        'With canHandleVariableCommunicationStepSize="true" the steps need neither be equal nor have a common divisor.',
      faults: stepsOf(
        'steps other than multiples of 10 ms are refused',
        (h) => Math.abs(h / 0.01 - Math.round(h / 0.01)) > 1e-9,
      ),
      inapplicableReason: withVariableSteps,
      async check({ open, report }) {
        const probe = await open();
        probe.reach('step');
        try {
          for (const factor of [1, 0.37, 2.1, 0.05, 1.48]) probe.advance(factor * probe.stepSize);
        } catch (error) {
          if (!(error instanceof CallRefused)) throw error;
          report(probe, {
            message: `Steps of different sizes fail: ${sentence(error.message)}`,
            expected: 'ok',
            ...error.lowerSeverity,
          });
        }
      },
    },
  ],
);
