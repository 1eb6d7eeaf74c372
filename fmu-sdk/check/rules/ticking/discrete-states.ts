import type { Variable } from '../../../description/description.ts';
import { status } from '../../../host/instance/fmi-api.ts';
import { injectFault } from '../../behaviour/calls/fault-injection.ts';
import type { Target } from '../../behaviour/check-target.ts';
import { clockFault } from '../../behaviour/events/clock-faults.ts';
import { nextTicks, tickerOf, withInputClocks } from '../../behaviour/events/clock-ticks.ts';
import { type Probe, sameValues, type Value } from '../../behaviour/fmu-probe.ts';
import { quantity } from '../../behaviour/values/message-text.ts';
import type { Rule } from '../../rule.ts';
import { ruleFamily } from '../../rule-family.ts';

const tock = 21;

export const tickingDiscreteStates: readonly Rule[] = ruleFamily(
  { needs: 'behaviour', severity: 'violation' },
  [
    {
      id: 'ticking/said',
      title: 'clockUpdate announces an output clock that ticks',
      fmi3: '5.2.2',
      interfaces: ['scheduledExecution'],
      explanation:
        'In scheduled execution a model partition calls fmi3ClockUpdateCallback when an output clock ticks. Importers get the clock only then. The check gets it after every partition.',
      faults: injectFault(
        'it ticks without a call of clockUpdate',
        (base) => ({
          get(this: typeof base, values) {
            if (values.valueReferences[0] !== tock) return base.get.call(this, values);
            values.view[values.offset] = 1;
            return 0;
          },
        }),
        {
          kind: 'scheduledExecution',
          describe: (d) => ({
            ...d,
            variables: [
              ...d.variables,
              {
                name: 'tock',
                valueReference: tock,
                type: 'Clock',
                causality: 'output',
                variability: 'discrete',
                dimensions: [],
                intervalVariability: 'triggered',
              },
            ],
          }),
        },
      ),
      inapplicableReason: (target) =>
        withInputClocks(target) ?? (hasOutput(target) ? undefined : 'the FMU does not have output clocks'),
      async check({ open, report }) {
        const probe = await open();
        for (const { time, unannounced: unsaid } of nextTicks(tickerOf(probe, true), 12)) {
          if (unsaid.length === 0) continue;
          report(probe, {
            message: `At ${time} s the output clock "${unsaid[0]}" ticks, but clockUpdate is not called.`,
            value: 'fmi3ClockActive',
            expected: 'a call of fmi3ClockUpdateCallback',
          });
          return;
        }
      },
    },
    {
      id: 'ticking/previous',
      title: 'The previous value of a clocked state is its value at the last tick',
      fmi3: '2.2.8.3 and 2.3.5',
      interfaces: ['coSimulation', 'modelExchange'],
      explanation:
        'While the clock is active, the variable in the attribute previous must hold the value that the state had at the tick before: other clocks and the passing of time must not change it.',
      faults: (['coSimulation', 'modelExchange'] as const).map((kind) =>
        clockFault('the previous value is the present one', kind, { previous: true }),
      ),
      inapplicableReason: (target) =>
        withInputClocks(target) ??
        (states(target).length > 0
          ? undefined
          : 'the FMU does not have clocked states with a previous value'),
      async check({ target, open, report, reportAmount }) {
        const probe = await open();
        const ticker = tickerOf(probe);
        const last = new Map<Variable, Value[]>();
        let compared = 0;
        for (let n = 0; n < 24; n++)
          ticker.next((ticking) => {
            for (const state of states(target).filter((v) => v.clocks!.some((r) => has(ticking, r)))) {
              const before = read(probe, previousOf(target, state));
              const now = read(probe, state);
              const expected = last.get(state);
              if (now !== undefined) last.set(state, now);
              if (before === undefined || expected === undefined) continue;
              compared++;
              if (sameValues(before, expected)) continue;
              report(probe, {
                message: `The previous value of "${state.name}" differs from its value at the last tick.`,
                value: quantity(state, before),
                expected: quantity(state, expected),
              });
            }
          });
        reportAmount(`${compared} ticks of clocked states`);
      },
    },
  ],
);

function hasOutput({ description }: Target): boolean {
  return description.variables.some((v) => v.type === 'Clock' && v.causality === 'output');
}

function states({ description }: Target): Variable[] {
  return description.variables.filter((v) => v.previous !== undefined && (v.clocks?.length ?? 0) > 0);
}

function previousOf({ description }: Target, state: Variable): Variable {
  return description.variables.find((v) => v.valueReference === state.previous)!;
}

function has(ticking: readonly Variable[], reference: number): boolean {
  return ticking.some((v) => v.valueReference === reference);
}

function read(probe: Probe, variable: Variable): Value[] | undefined {
  const got = probe.read(variable);
  return got.status <= status.warning ? got.values : undefined;
}
