import type { Target } from '../../behaviour/check-target.ts';
import { type ClockDefects, clockFault } from '../../behaviour/events/clock-faults.ts';
import {
  beginTicks,
  nextTicks,
  type Tick,
  tickerOf,
  withInputClocks,
} from '../../behaviour/events/clock-ticks.ts';
import { type Probe, sameValues } from '../../behaviour/fmu-probe.ts';
import type { RuleContext } from '../../behaviour/rule-context.ts';
import { getState, setState, withState } from '../../behaviour/states/state-support.ts';
import { quantity } from '../../behaviour/values/message-text.ts';
import type { BehaviourRule, Rule } from '../../rule.ts';

/** Communication points of a run, and the point to which an FMU returns. */
const [all, returnPoint] = [16, 5];

interface Row extends Pick<BehaviourRule, 'id' | 'title' | 'severity' | 'explanation' | 'fmi3'> {
  defects: ClockDefects;
  claim: string;
  inapplicableReason?(target: Target): string | undefined;
  /** A run, and others that are to be its begin again, and who made them. */
  runs(context: RuleContext): Promise<{ probe: Probe; first: Tick[]; others: Tick[][] }>;
}

const rows: readonly Row[] = [
  {
    id: 'ticking/reset',
    title: 'After reset clocks repeat their ticks',
    severity: 'violation',
    fmi3: '2.3.1 and 2.2.8.3',
    explanation:
      'fmi3Reset restores the state after instantiation, including clocked states, intervals and counts of ticks.',
    defects: { resetKeeps: true },
    claim: 'the count of ticks continues',
    async runs({ open }) {
      const probe = await open();
      const first = nextTicks(tickerOf(probe), all);
      probe.requireCall('reset');
      return { probe, first, others: [nextTicks(beginTicks(probe), all)] };
    },
  },
  {
    id: 'ticking/state',
    title: 'After setting a saved state clocks repeat their ticks',
    severity: 'violation',
    fmi3: '2.2.7.4 and 2.2.8.3',
    explanation:
      'fmi3GetFMUState saves all data on which later results depend, including clocked states, output clocks and countdowns.',
    defects: { stateKeeps: true },
    claim: 'the state does not contain the count of ticks',
    inapplicableReason: withState,
    async runs({ open }) {
      const probe = await open();
      const ticker = tickerOf(probe);
      nextTicks(ticker, returnPoint);
      const back = ticker.mark();
      const state = getState(probe);
      const first = nextTicks(ticker, all - returnPoint);
      // From how far it is gone back may matter: what a state lacks is then what it was there.
      const others = [6, 4, 2, all - returnPoint].map((count) => {
        setState(probe, state);
        back();
        return nextTicks(ticker, count);
      });
      return { probe, first, others };
    },
  },
  {
    id: 'ticking/instances',
    title: 'Another instance ticks like the first one',
    severity: 'robustness',
    fmi3: '2.3.1 and 2.2.8.3',
    explanation: 'Ticks of one instance must not affect another one.',
    defects: { shared: true },
    claim: 'all instances share one count of ticks',
    async runs({ open }) {
      const first = nextTicks(tickerOf(await open()), all);
      const probe = await open();
      return { probe, first, others: [nextTicks(tickerOf(probe), all)] };
    },
  },
];

/** Runs with ticking clocks that are to be the same. */
export const again: readonly Rule[] = rows.map(({ defects, claim, inapplicableReason, runs, ...about }) => ({
  ...about,
  needs: 'behaviour',
  faults: (['scheduledExecution', 'coSimulation', 'modelExchange'] as const).map((kind) =>
    clockFault(claim, kind, defects),
  ),
  inapplicableReason: (target) => withInputClocks(target) ?? inapplicableReason?.(target),
  async check(context) {
    const { probe, first, others } = await runs(context);
    const difference = others
      .map((other) => firstDifference(first, other))
      .find((candidate) => candidate !== undefined);
    context.reportAmount(`${first.length} communication points`);
    if (difference === undefined) return;
    const { name, tick, value, expected } = difference;
    const variable = context.variables.find((v) => v.name === name);
    context.report(probe, {
      message: `At ${tick.time} s "${name}" differs from the run before.`,
      value: value === undefined ? 'not reported' : quantity(variable, value),
      expected: quantity(variable, expected),
    });
  },
}));

function firstDifference(first: readonly Tick[], second: readonly Tick[]) {
  for (const [n, tick] of first.slice(0, second.length).entries())
    for (const [name, expected] of tick.values) {
      const value = second[n].values.get(name);
      if (!sameValues(value, expected)) return { name, tick, value, expected };
    }
  return undefined;
}
