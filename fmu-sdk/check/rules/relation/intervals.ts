import type { Variable } from '../../../description/description.ts';
import { status } from '../../../host/instance/fmi-api.ts';
import type { Target } from '../../behaviour/check-target.ts';
import { clockFault } from '../../behaviour/events/clock-faults.ts';
import {
  importerSetsInterval,
  needsIntervalRequest,
  notYetKnown,
} from '../../behaviour/events/clock-intervals.ts';
import type { Probe } from '../../behaviour/fmu-probe.ts';
import type { Difference } from '../../relations/difference.ts';
import { relationRule } from '../../relations/relation-rule.ts';
import { inputClocks } from '../../relations/situation.ts';
import { goOn, setEach, trigger } from '../../relations/typical-pairs.ts';
import { Parted, type Step, type Walker } from '../../relations/walker.ts';
import type { Rule } from '../../rule.ts';

const kinds = ['scheduledExecution', 'coSimulation', 'modelExchange'] as const;

export const intervals: Rule = relationRule({
  id: 'relation/intervals',
  title: 'A Clock keeps the interval that was set last, as a number and as a fraction',
  severity: 'robustness',
  fmi3: '2.2.8.2 and 2.2.8.4',
  interfaces: [...kinds],
  explanation:
    'The importer sets the intervals of fixed and tunable Clocks with intervalDecimal. Ticks, events, other Clocks and other settings do not change them, and both getters give equal numbers. The FMU fixes the intervals of the other fixed Clocks in the initialization. The check asks for the intervals in the initialization and after each event. The standard says of such Clocks that their interval is unchanged since an earlier call of the getter. It does not name the value before such a call, so another one is a matter of robustness.',
  faults: kinds.map((kind) => {
    const fault = clockFault('a tick resets the interval that was set', kind, { forgetsInterval: true });
    return {
      ...fault,
      describe: (d: Probe['description']): Probe['description'] => {
        const described = fault.describe!(d);
        return {
          ...described,
          variables: described.variables.map((v) =>
            v.type === 'Clock' ? { ...v, intervalVariability: 'tunable' as const } : v,
          ),
        };
      },
    };
  }),
  difference: 'sets intervals, and goes on,',
  pairs: 1,
  ownPairs: [{ before: [goOn, setEach(1), goOn, goOn, trigger], detour: [], after: [goOn, goOn, trigger] }],
  inapplicableReason: (target) =>
    clocksOf(target).length > 0
      ? undefined
      : 'the FMU does not have a clock whose interval its importer sets, or that is fixed',
  vary(walker, { before, after }) {
    const earlier = new Map<Variable, Set<number>>();
    for (const step of [...before, ...after.flat()]) {
      const { action } = step;
      if (action.do === 'setInterval') remember(earlier, action.clock, action.interval);
      walker.repeat([step]);
      const isEnd = action.do === 'call' && action.op === 'updateDiscreteStates';
      if (isEnd || action.do === 'setInterval' || action.do === 'activate') ask(walker, step, earlier);
    }
  },
});

function clocksOf(target: Target): Variable[] {
  return inputClocks(target)
    .filter((v) => importerSetsInterval(v) || isFixed(v))
    .slice(0, 20);
}

/** Returns true for a Clock whose interval the FMU fixes in the initialization. */
function isFixed(clock: Variable): boolean {
  return clock.intervalVariability === 'fixed' && needsIntervalRequest(clock);
}

function remember(earlier: Map<Variable, Set<number>>, clock: Variable, interval: number): void {
  earlier.set(clock, (earlier.get(clock) ?? new Set([clock.intervalDecimal!])).add(interval));
}

/** Asks for all intervals, and compares them with those that hold. */
function ask(walker: Walker, step: Step, earlier: ReadonlyMap<Variable, ReadonlySet<number>>): void {
  for (const clock of clocksOf(walker.probe.target)) {
    if (isFixed(clock)) {
      askFixed(walker, step, clock);
      continue;
    }
    const expected = walker.situation.intervalOf(clock)!;
    const answer = walker.make({ do: 'interval', clock });
    if (answer.status > status.warning) return;
    for (const [what, { values }] of answer.shown) {
      const got = Number(values[0]);
      if (isClose(got, expected)) continue;
      const isOld = [...(earlier.get(clock) ?? [])].some((old) => isClose(got, old));
      throw new Parted(differenceOf(what, got, expected, isOld), step);
    }
  }
}

/** Compares the interval of a fixed Clock with that of the initialization, if the FMU still tells it. */
function askFixed(walker: Walker, step: Step, clock: Variable): void {
  const expected = walker.situation.intervalOf(clock);
  if (expected === undefined || walker.situation.mode === 'initialization') return;
  const { valueReference, name } = clock;
  const got = walker.probe.query('getInterval', name, (c) => c.getInterval(Uint32Array.of(valueReference)));
  if (got.status > status.warning || got.qualifiers[0] === notYetKnown) return;
  if (isClose(got.intervals[0], expected)) return;
  throw new Parted(
    {
      what: `The interval of the fixed Clock "${name}" is another than in the initialization`,
      value: `${got.intervals[0]} s`,
      expected: `${expected} s`,
      size: 'large',
    },
    step,
  );
}

function isClose(a: number, b: number): boolean {
  return Math.abs(a - b) <= 1e-9 * Math.abs(b);
}

function differenceOf(name: string, got: number, expected: number, isOld: boolean): Difference {
  return {
    what: `${name.replace(/^t/, 'T')} is another than the one that was set last`,
    value: `${got} s`,
    expected: `${expected} s`,
    size: isOld ? 'large' : 'small',
  };
}
