import { io } from '../../../host/instance/fmi-api.ts';
import { afterCall, afterReading, injectFault } from '../../behaviour/calls/fault-injection.ts';
import { withEvents } from '../../behaviour/events/event-support.ts';
import { CallRefused, StatesUnsettled } from '../../behaviour/fmu-probe.ts';
import { withStates } from '../../behaviour/states/continuous-states.ts';
import { compareRuns } from '../../behaviour/trajectory/trajectory-check.ts';
import { solvedSlack } from '../../behaviour/values/value-difference.ts';
import { outputs, readable } from '../../behaviour/values/variable-selection.ts';
import { sentence } from '../../defect.ts';
import type { Rule } from '../../rule.ts';
import { ruleFamily } from '../../rule-family.ts';

export const eventMode: readonly Rule[] = ruleFamily({ needs: 'behaviour', severity: 'violation' }, [
  {
    id: 'event/again',
    title: 'An event iteration after the last one changes nothing',
    severity: 'robustness',
    fmi2: '3.2.2',
    fmi3: '2.3.4',
    interfaces: ['coSimulation', 'modelExchange'],
    explanation:
      'After the FMU has reported that its discrete states are settled, another call at the same time with equal inputs must not change values. Importers iterate over several FMUs and repeat the call for settled ones.',
    faults: injectFault(
      'a counter counts iterations',
      (base) => {
        let n = 0;
        return {
          call(this: typeof base, op) {
            if (op.op === 'updateDiscreteStates') n++;
            return base.call.call(this, op);
          },
          get: afterReading(base, 2, () => n),
        };
      },
      { kind: 'modelExchange' },
    ),
    inapplicableReason: withEvents,
    async check({ target, open, report }) {
      const probe = await open();
      probe.reach('event');
      probe.settleEvents();
      const before = probe.snapshot(readable(target));
      probe.requireCall('updateDiscreteStates');
      compareRuns(
        [before],
        [probe.snapshot(readable(target))],
        readable(target),
        (what) =>
          report(probe, { ...what, message: `Another event iteration after the last: ${what.message}` }),
        solvedSlack(target.description),
      );
    },
  },
  {
    id: 'event/co-simulation',
    title: 'An FMU with Event Mode runs with it',
    fmi3: '4.2.1',
    interfaces: ['coSimulation'],
    explanation:
      'With eventModeUsed the importer enters Event Mode after the initialization and whenever doStep requests it. Then it continues to step.',
    faults: injectFault('the announced Event Mode is refused', () => ({}), {
      describe: (d) => ({ ...d, coSimulation: d.coSimulation && { ...d.coSimulation, hasEventMode: true } }),
    }),
    inapplicableReason: ({ description }) =>
      description.coSimulation?.hasEventMode
        ? undefined
        : 'the FMU does not support Event Mode in co-simulation',
    async check({ target, open, report }) {
      const probe = await open();
      try {
        probe.reach('step', { eventModeUsed: true });
        for (let n = 0; n < 10; n++) probe.advance();
        probe.snapshot(outputs(target));
      } catch (error) {
        if (!(error instanceof CallRefused)) throw error;
        report(probe, {
          message: `With eventModeUsed the FMU does not run: ${sentence(error.message)}`,
          expected: 'ten steps',
          ...error.lowerSeverity,
        });
      }
    },
  },
  {
    id: 'event/flags',
    title: 'The event iteration sets its flags to true or false',
    fmi2: '3.2.2',
    fmi3: '2.3.4',
    interfaces: ['coSimulation', 'modelExchange'],
    explanation:
      'Every call of updateDiscreteStates must set every flag. A flag that is not set contains whatever was in the importer’s memory.',
    faults: injectFault(
      'terminateSimulation is not set',
      afterCall('updateDiscreteStates', ({ registers, before }) => {
        registers[io.terminate] = before[io.terminate];
      }),
      { kind: 'modelExchange' },
    ),
    inapplicableReason: withEvents,
    async check({ target, open, report }) {
      const probe = await open();
      probe.reach('event');
      const flags = [
        'newDiscreteStatesNeeded',
        'terminate',
        'nextEventTimeDefined',
        // Valid in model exchange alone (FMI 3.0.2, 2.3.4).
        ...(target.kind === 'modelExchange' ? (['nominalsChanged', 'valuesChanged'] as const) : []),
      ] as const;
      for (const flag of flags) probe.calls.registers[io[flag]] = 165;
      probe.requireCall('updateDiscreteStates');
      for (const flag of flags)
        if (probe.flag(flag) !== 0 && probe.flag(flag) !== 1)
          report(probe, {
            message: `updateDiscreteStates does not set ${flag}.`,
            value: String(probe.flag(flag)),
            expected: '0 or 1',
          });
    },
  },
  {
    id: 'event/integrator-flags',
    title: 'completedIntegratorStep sets its flags to true or false',
    fmi2: '3.2.2',
    fmi3: '3.2.1',
    interfaces: ['modelExchange'],
    explanation: 'Every successful call must set enterEventMode and terminateSimulation.',
    faults: injectFault(
      'enterEventMode is not set',
      afterCall('completedIntegratorStep', ({ registers, before }) => {
        registers[io.enterEventMode] = before[io.enterEventMode];
      }),
      { kind: 'modelExchange' },
    ),
    inapplicableReason: withStates,
    async check({ open, report }) {
      const probe = await open();
      probe.reach('continuousTime');
      for (const flag of ['enterEventMode', 'terminate'] as const) probe.calls.registers[io[flag]] = 165;
      probe.requireCall('completedIntegratorStep', { noSetStatePrior: 1 });
      for (const flag of ['enterEventMode', 'terminate'] as const)
        if (probe.flag(flag) !== 0 && probe.flag(flag) !== 1)
          report(probe, {
            message: `completedIntegratorStep does not set ${flag}.`,
            value: String(probe.flag(flag)),
            expected: '0 or 1',
          });
    },
  },
  {
    id: 'event/next-time',
    title: 'The next time event is in the future',
    fmi2: '3.2.2',
    fmi3: '2.3.4',
    interfaces: ['coSimulation', 'modelExchange'],
    explanation:
      'nextEventTime is the time of the FMU’s next event. A time that is not in the future stops the simulation, or is never reached.',
    faults: injectFault(
      'the next event is now',
      afterCall('updateDiscreteStates', ({ registers }) => {
        registers[io.nextEventTimeDefined] = 1;
        registers[io.nextEventTime] = 0;
      }),
      { kind: 'modelExchange' },
    ),
    inapplicableReason: withEvents,
    async check({ open, report }) {
      const probe = await open();
      probe.reach('event');
      probe.settleEvents();
      if (probe.flag('nextEventTimeDefined') !== 0 && !(probe.flag('nextEventTime') > probe.time))
        report(probe, {
          message: 'The next time event is not after the present time.',
          value: `nextEventTime = ${probe.flag('nextEventTime')} s at t = ${probe.time} s`,
          expected: `later than ${probe.time} s`,
        });
    },
  },
  {
    id: 'event/settles',
    title: 'The event iteration after the initialization ends',
    fmi2: '3.2.2',
    fmi3: '2.3.4',
    interfaces: ['coSimulation', 'modelExchange'],
    explanation:
      'The importer calls updateDiscreteStates until the FMU reports that it needs no further iteration. If it never reports this, every importer hangs.',
    faults: injectFault(
      'another iteration is always required',
      afterCall('updateDiscreteStates', ({ registers }) => {
        registers[io.newDiscreteStatesNeeded] = 1;
      }),
      { kind: 'modelExchange' },
    ),
    inapplicableReason: withEvents,
    async check({ open, report }) {
      const probe = await open();
      probe.reach('event');
      try {
        probe.settleEvents();
      } catch (error) {
        if (!(error instanceof StatesUnsettled || error instanceof CallRefused)) throw error;
        report(probe, {
          message: `The events do not settle: ${sentence(error.message)}`,
          expected: 'newDiscreteStatesNeeded = false after some iterations',
        });
      }
    },
  },
]);
