import { status, statusNames } from '../../../host/instance/fmi-api.ts';
import { injectFault } from '../../behaviour/calls/fault-injection.ts';
import { clockFault } from '../../behaviour/events/clock-faults.ts';
import { nextTicks, tickerOf, withInputClocks } from '../../behaviour/events/clock-ticks.ts';
import { clockVariables, isPeriodic } from '../../behaviour/events/event-support.ts';
import { unknownReference } from '../../behaviour/values/variable-selection.ts';
import type { Rule } from '../../rule.ts';
import { ruleFamily } from '../../rule-family.ts';

export const tickingClocks: readonly Rule[] = ruleFamily({ needs: 'behaviour', severity: 'violation' }, [
  {
    id: 'ticking/deactivated',
    title: 'A clock is inactive after its tick was reported',
    fmi3: '2.2.7.2, 2.3.5 and 5.2.2',
    explanation:
      'The FMU deactivates every clock in updateDiscreteStates. In scheduled execution an output clock is active only for the first fmi3GetClock. A clock that stays active ticks again in everything connected to it.',
    faults: [
      ...(['coSimulation', 'modelExchange'] as const).map((kind) =>
        clockFault('a clock stays active', kind, { stays: true }),
      ),
    ],
    inapplicableReason: withInputClocks,
    async check({ open, report }) {
      const probe = await open();
      for (const { time, stillActive: still } of nextTicks(tickerOf(probe), 12)) {
        if (still.length === 0) continue;
        report(probe, {
          message: `At ${time} s the clock "${still[0]}" is active after its tick was reported.`,
          value: 'fmi3ClockActive',
          expected: 'fmi3ClockInactive',
        });
        return;
      }
    },
  },
  {
    id: 'ticking/interval',
    title: 'A periodic clock has the interval of the description',
    fmi3: '2.2.8.4',
    explanation:
      'The description defines the interval of a clock with intervalVariability constant or fixed. getIntervalDecimal must return it.',
    faults: injectFault(
      'the interval is twice as long',
      (base) => ({
        getInterval(clocks) {
          const got = base.getInterval(clocks);
          return { ...got, intervals: got.intervals.map((x) => 2 * x) };
        },
      }),
      { kind: 'scheduledExecution' },
    ),
    inapplicableReason: (target) =>
      clockVariables(target).some(isPeriodic)
        ? undefined
        : 'the FMU does not have a periodic clock with a constant interval',
    async check({ target, open, report }) {
      const probe = await open();
      probe.reach(target.kind === 'scheduledExecution' ? 'clockActivation' : 'event');
      for (const clock of clockVariables(target).filter(isPeriodic)) {
        const got = probe.query('getInterval', clock.name, (c) =>
          c.getInterval(Uint32Array.of(clock.valueReference)),
        );
        if (got.status > 1) continue;
        const expected = clock.intervalDecimal ?? 0;
        if (!(Math.abs(got.intervals[0] - expected) <= 1e-12 * expected))
          report(probe, {
            message: `The interval of "${clock.name}" differs from that of its description.`,
            value: `${got.intervals[0]} s`,
            expected: `${expected} s`,
          });
      }
    },
  },
  {
    id: 'ticking/partition',
    title: 'Every input clock can be activated',
    fmi3: '5.2',
    interfaces: ['scheduledExecution'],
    explanation:
      'In scheduled execution each input clock represents a part of the model, which activateModelPartition computes.',
    faults: injectFault('activation is refused', () => ({ activateModelPartition: () => 3 }), {
      kind: 'scheduledExecution',
    }),
    inapplicableReason: (target) =>
      clockVariables(target).some((c) => c.causality === 'input')
        ? undefined
        : 'the FMU does not have input clocks in scheduled execution',
    async check({ target, open, report }) {
      const probe = await open();
      probe.reach('clockActivation');
      for (const clock of clockVariables(target).filter((c) => c.causality === 'input')) {
        const answer = probe.query('activateModelPartition', `${clock.name}, ${probe.time}`, (c) =>
          c.activateModelPartition(clock.valueReference, probe.time),
        );
        if (answer > status.warning)
          report(probe, {
            message: `"${clock.name}" cannot be activated.`,
            value: statusNames[answer],
            expected: 'ok',
          });
      }
    },
  },
  {
    id: 'ticking/ticks',
    title: 'Clocks tick when they are due, and their variables are readable then',
    fmi3: '2.2.8.2, 2.2.8.3 and 2.3.5',
    explanation:
      'An importer activates each input clock at its times: with fmi3SetClock in Event Mode, or as a model partition. While a clock is active, its clocked variables are readable, and output clocks report their ticks. The check runs a part of the default experiment this way.',
    faults: [
      ...(['scheduledExecution', 'coSimulation', 'modelExchange'] as const).map((kind) =>
        clockFault('the clock cannot be activated', kind, { refused: true }),
      ),
    ],
    inapplicableReason: withInputClocks,
    async check({ open, reportAmount }) {
      const done = nextTicks(tickerOf(await open()), 12);
      reportAmount(`${done.length} communication points`);
    },
  },
  {
    id: 'ticking/unknown',
    title: 'Activating a variable other than a clock is refused',
    severity: 'robustness',
    fmi3: '5.2',
    interfaces: ['scheduledExecution'],
    explanation: 'Only the value reference of an input clock represents a part of the model.',
    faults: injectFault('any variable can be activated', () => ({ activateModelPartition: () => 0 }), {
      kind: 'scheduledExecution',
    }),
    inapplicableReason: (target) =>
      clockVariables(target).length > 0 ? undefined : 'the FMU does not support scheduled execution',
    async check({ target, open, report }) {
      const probe = await open();
      probe.reach('clockActivation');
      const reference = unknownReference(target);
      const answer = probe.query('activateModelPartition', `${reference}, ${probe.time}`, (c) =>
        c.activateModelPartition(reference, probe.time),
      );
      if (answer <= status.warning)
        report(probe, {
          message: `Value reference ${reference}, which is not a clock, can be activated.`,
          value: statusNames[answer],
          expected: 'error',
        });
    },
  },
]);
