import { io, status } from '../../../host/instance/fmi-api.ts';
import { afterCall, injectFault } from '../../behaviour/calls/fault-injection.ts';
import { compareRuns, record } from '../../behaviour/trajectory/trajectory-check.ts';
import { solvedSlack } from '../../behaviour/values/value-difference.ts';
import { outputs } from '../../behaviour/values/variable-selection.ts';
import type { Rule } from '../../rule.ts';
import { ruleFamily } from '../../rule-family.ts';

export const stepAnswers: readonly Rule[] = ruleFamily(
  { needs: 'behaviour', severity: 'violation', interfaces: ['coSimulation'] },
  [
    {
      id: 'step/early-return',
      title: 'An FMU returns early only if the importer allows it',
      fmi3: '4.2.1',
      explanation:
        'earlyReturn may be true only if earlyReturnAllowed was. An importer that does not expect it continues at the wrong time. Likewise eventHandlingNeeded may be true only with Event Mode.',
      faults: injectFault(
        'it reports an early return',
        afterCall('doStep', ({ registers }) => {
          registers[io.early] = 1;
        }),
      ),
      async check({ open, report }) {
        const probe = await open();
        probe.reach('step', { earlyReturnAllowed: false });
        for (let n = 0; n < 10; n++) {
          probe.advance();
          if (probe.flag('early') !== 0)
            report(probe, {
              message: 'The FMU returned early, although earlyReturnAllowed is false.',
              value: 'earlyReturn = true',
              expected: 'earlyReturn = false',
            });
        }
      },
    },
    {
      id: 'step/flags',
      title: 'doStep sets its flags to true or false',
      fmi3: '4.2.1',
      explanation:
        'Every successful step must set eventHandlingNeeded, terminateSimulation and earlyReturn. A flag that is not set contains whatever was in the importer’s memory.',
      faults: injectFault('terminateSimulation is not set', (base) => ({
        call(this: typeof base, op) {
          const { registers: r } = this;
          const before = r[io.terminate];
          const answer = base.call.call(this, op);
          if (op.op === 'doStep') r[io.terminate] = before;
          return answer;
        },
      })),
      async check({ open, report }) {
        const probe = await open();
        probe.reach('step');
        for (const name of ['eventNeeded', 'terminate', 'early'] as const)
          probe.calls.registers[io[name]] = 165;
        probe.advance();
        for (const name of ['eventNeeded', 'terminate', 'early'] as const)
          if (probe.flag(name) !== 0 && probe.flag(name) !== 1)
            report(probe, {
              message: `doStep does not set ${name}.`,
              value: String(probe.flag(name)),
              expected: '0 or 1',
            });
      },
    },
    {
      id: 'step/no-set-state-prior',
      title: 'noSetFMUStatePriorToCurrentPoint does not change results',
      fmi2: '4.2.2',
      fmi3: '4.2.1',
      explanation:
        'The argument declares whether the importer may return to an earlier time, so that an FMU can empty its buffers. The results must not depend on it.',
      faults: injectFault('with false the step is omitted', (base) => ({
        call(this: typeof base, op) {
          const isOmitted = op.op === 'doStep' && this.registers[io.noSetStatePrior] === 0;
          return isOmitted ? 0 : base.call.call(this, op);
        },
      })),
      async check({ target, open, report }) {
        const [one, two] = [await open(), await open()];
        one.reach('step');
        two.reach('step');
        const a = record(one, outputs(target), 5);
        const b = record(two, outputs(target), 5, (probe) => probe.advance(probe.stepSize, false));
        compareRuns(
          a,
          b,
          outputs(target),
          (what) =>
            report(two, {
              ...what,
              message: `With noSetFMUStatePriorToCurrentPoint = false: ${what.message}`,
            }),
          solvedSlack(target.description),
        );
      },
    },
    {
      id: 'step/status-time',
      title: 'The last successful time is within the run',
      severity: 'robustness',
      fmi2: '4.2.3',
      explanation:
        'fmi2GetRealStatus with fmi2LastSuccessfulTime returns the end of the last completed step, which importers need after discard. The table of calls also allows it after ok, without defining the result. It must then be between the start of the run and the end of the step.',
      faults: injectFault('it is −1', () => ({ getStepStatus: () => ({ status: 0, value: -1 }) }), {
        fmi: 2,
      }),
      async check({ open, report, reportAmount }) {
        const probe = await open();
        probe.reach('step');
        for (let n = 0; n < 3; n++) probe.advance();
        const got = probe.query('getStepStatus', 'fmi2LastSuccessfulTime', (c) =>
          c.getStepStatus('lastSuccessfulTime'),
        );
        if (got.status > status.warning) {
          reportAmount('the FMU provides it only after discard');
          return;
        }
        const [value, { startTime }] = [Number(got.value), probe.experiment];
        if (!(value >= startTime - probe.stepSize / 2 && value <= probe.time + probe.stepSize / 2))
          report(probe, {
            message: 'After a step with the status ok, fmi2LastSuccessfulTime is outside the run.',
            value: `${value} s`,
            expected: `from ${startTime} s to ${probe.time} s`,
          });
      },
    },
  ],
);
