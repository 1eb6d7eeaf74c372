import type { Variable } from '../../../description/description.ts';
import { status, statusNames } from '../../../host/instance/fmi-api.ts';
import { injectFault } from '../../behaviour/calls/fault-injection.ts';
import { clockFault } from '../../behaviour/events/clock-faults.ts';
import {
  getInterval,
  importerSetsInterval,
  isPeriodic,
  needsIntervalRequest,
  notYetKnown,
} from '../../behaviour/events/clock-intervals.ts';
import { nextTicks, tickerOf } from '../../behaviour/events/clock-ticks.ts';
import { clockVariables } from '../../behaviour/events/event-support.ts';
import type { Probe } from '../../behaviour/fmu-probe.ts';
import type { InjectedFault } from '../../behaviour/rule-context.ts';
import type { Defect } from '../../defect.ts';
import type { Rule } from '../../rule.ts';
import { ruleFamily } from '../../rule-family.ts';

/** Clocks that are looked at. */
const most = 40;
const kinds = ['scheduledExecution', 'coSimulation', 'modelExchange'] as const;

export const tickingIntervals: readonly Rule[] = ruleFamily(
  { needs: 'behaviour', severity: 'violation', fmi3: '2.2.8.2 and 2.2.8.4' },
  [
    {
      id: 'ticking/asked',
      title: 'A clock whose interval importers must get provides it',
      explanation:
        'In Initialization Mode importers get the interval of changing and countdown clocks, and of fixed and tunable clocks without intervalDecimal. They also get the shift of the latter. An interval is not negative, that of a periodic clock is greater than 0. Only countdown clocks may answer fmi3IntervalNotYetKnown. A repeated request gives an equal, unchanged interval, and a request for several Clocks gives that of each. A fraction gives an equal number.',
      faults: [
        ...kinds.map(mixedIntervals),
        ...(['scheduledExecution', 'coSimulation', 'modelExchange'] as const).map((kind) =>
          injectFault(
            'an interval is negative',
            (base) => ({
              instantiate: (options) => base.instantiate({ ...options, eventModeUsed: false }),
              getInterval: () => ({
                status: status.ok,
                intervals: Float64Array.of(-1),
                qualifiers: Int32Array.of(2),
              }),
            }),
            {
              fmi: 3 as const,
              kind,
              describe: (d: Probe['description']): Probe['description'] => ({
                ...d,
                coSimulation: d.coSimulation && { ...d.coSimulation, hasEventMode: true },
                variables: [
                  ...d.variables.filter((v) => v.type !== 'Clock'),
                  {
                    name: 'alarm',
                    type: 'Clock',
                    valueReference: 20,
                    causality: 'input',
                    variability: 'discrete',
                    dimensions: [],
                    intervalVariability: 'countdown',
                    priority: 1,
                  },
                ],
              }),
            },
          ),
        ),
      ],
      inapplicableReason: (target) =>
        clockVariables(target).some(needsIntervalRequest)
          ? undefined
          : 'the FMU does not have a clock whose interval importers must get',
      async check({ target, open, report }) {
        const probe = await open();
        probe.reach('initialization', target.kind === 'coSimulation' ? { eventModeUsed: true } : {});
        for (const clock of clockVariables(target).filter(needsIntervalRequest).slice(0, most)) {
          const fault = getInterval(probe, clock).faults[0] ?? shiftFault(probe, clock);
          if (fault !== undefined) report(probe, fault);
        }
        for (const fault of togetherFaults(probe)) report(probe, fault);
        const later = await open();
        const ticker = tickerOf(later);
        nextTicks(ticker, 12);
        if (ticker.faults.length > 0) report(later, ticker.faults[0]);
      },
    },
    {
      id: 'ticking/given',
      title: 'A clock accepts the interval that its importer sets',
      explanation:
        'In Initialization Mode the importer sets the interval of a fixed or tunable clock with intervalDecimal, to another or to an equal value. The clock has the interval that was set last. If supportsFraction is true, it may set a fraction too, and both getters give equal numbers.',
      faults: kinds.map((kind) => {
        const fault = clockFault('an interval is refused', kind, {});
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
      inapplicableReason: (target) =>
        clockVariables(target).some(importerSetsInterval)
          ? undefined
          : 'the FMU does not have a clock whose interval its importer sets',
      async check({ target, open, report }) {
        const probe = await open();
        probe.reach('initialization', target.kind === 'coSimulation' ? { eventModeUsed: true } : {});
        for (const { name, valueReference, ...clock } of clockVariables(target)
          .filter(importerSetsInterval)
          .slice(0, most)) {
          const [reference, interval] = [Uint32Array.of(valueReference), clock.intervalDecimal!];
          const answer = probe.query('setInterval', `${name}, ${interval}`, (c) =>
            c.setInterval(reference, Float64Array.of(interval)),
          );
          if (answer > status.warning)
            report(probe, {
              message: `"${name}" refuses its declared interval.`,
              value: statusNames[answer],
              expected: 'ok',
            });
          const lost = lostInterval(probe, { name, valueReference, ...clock });
          if (lost !== undefined) report(probe, lost);
          if (!clock.supportsFraction) continue;
          const decimal = probe.query('getInterval', name, (c) => c.getInterval(reference));
          const fraction = probe.query('getIntervalFraction', name, (c) => c.getIntervalFraction(reference));
          if (Math.max(decimal.status, fraction.status) > status.warning) continue;
          const { counter, resolution } = fraction.fractions[0];
          const value = Number(counter) / Number(resolution);
          if (!(Math.abs(value - decimal.intervals[0]) <= 1e-9 * Math.abs(value)))
            report(probe, {
              message: `The interval of "${name}" differs as a fraction.`,
              value: `${counter}/${resolution} s`,
              expected: `${decimal.intervals[0]} s`,
            });
        }
      },
    },
  ],
);

/**
 * Sets other intervals and the declared one again, in each way that the clock supports. Returns the
 * defect of a clock that reports another interval than the last one. It may refuse intervals.
 */
function lostInterval(probe: Probe, clock: Variable): Defect | undefined {
  const { name, valueReference } = clock;
  const reference = Uint32Array.of(valueReference);
  const resolution = BigInt(/^[1-9]\d*$/.exec(clock.resolution ?? '')?.[0] ?? 1_000_000);
  for (const [inFractions, factor] of waysToSet(clock)) {
    const interval = factor * clock.intervalDecimal!;
    const counter = BigInt(Math.round(interval * Number(resolution)));
    const set = probe.query(
      inFractions ? 'setIntervalFraction' : 'setInterval',
      `${name}, ${inFractions ? `${counter}/${resolution}` : interval}`,
      (c) =>
        inFractions
          ? c.setIntervalFraction(reference, [{ counter, resolution }])
          : c.setInterval(reference, Float64Array.of(interval)),
    );
    if (set > status.warning) continue;
    const got = probe.query('getInterval', name, (c) => c.getInterval(reference));
    if (got.status > status.warning || got.qualifiers[0] === notYetKnown) continue;
    const expected = inFractions ? Number(counter) / Number(resolution) : interval;
    if (Math.abs(got.intervals[0] - expected) <= 1e-9 * expected) continue;
    return {
      message: `"${name}" does not have the interval that was set last.`,
      value: `${got.intervals[0]} s`,
      expected: `${expected} s`,
      severity: 'robustness',
    };
  }
  return undefined;
}

/** The declared interval comes last, so that the FMU runs as described. */
function waysToSet({ supportsFraction }: Variable): (readonly [inFractions: boolean, factor: number])[] {
  return [...(supportsFraction ? [true] : []), false].flatMap((inFractions) =>
    [2, 3, 16, 1].map((factor) => [inFractions, factor] as const),
  );
}

function shiftFault(probe: Probe, clock: Variable): Defect | undefined {
  const { name, valueReference } = clock;
  if (!isPeriodic(clock)) return undefined;
  const got = probe.query('getShift', name, (c) => c.getShift(Uint32Array.of(valueReference)));
  probe.expect(got.status, 'getShift');
  if (!(got.shifts[0] >= 0))
    return {
      message: `The shift of "${name}" is negative.`,
      value: `${got.shifts[0]} s`,
      expected: '0 s or more',
    };
  const again = probe.query('getShift', name, (c) => c.getShift(Uint32Array.of(valueReference)));
  if (again.status > status.warning || again.shifts[0] === got.shifts[0]) return undefined;
  return {
    message: `The shift of "${name}" is another when it is requested again.`,
    value: `${again.shifts[0]} s`,
    expected: `${got.shifts[0]} s`,
  };
}

/** Requests the intervals of periodic Clocks one by one and in one call. Returns one defect of those that differ. */
function togetherFaults(probe: Probe): Defect[] {
  const single = clockVariables(probe.target)
    .filter((v) => isPeriodic(v) && (needsIntervalRequest(v) || importerSetsInterval(v)))
    .slice(0, most)
    .map(({ name, valueReference }) => {
      const got = probe.query('getInterval', name, (c) => c.getInterval(Uint32Array.of(valueReference)));
      return { name, valueReference, ...got };
    })
    .filter((got) => got.status <= status.warning && got.qualifiers[0] !== notYetKnown);
  if (single.length < 2) return [];
  const names = single.map(({ name }) => name).join(', ');
  const references = Uint32Array.from(single, ({ valueReference }) => valueReference);
  const together = probe.query('getInterval', names, (c) => c.getInterval(references));
  if (together.status > status.warning)
    return [
      {
        message: 'Intervals that Clocks provide one by one are refused in one call.',
        value: statusNames[together.status],
        expected: 'ok',
      },
    ];
  const at = single.findIndex(({ intervals }, i) => intervals[0] !== together.intervals[i]);
  if (at < 0) return [];
  return [
    {
      message: `The interval of "${single[at].name}" is another in a request for several Clocks.`,
      value: `${together.intervals[at]} s`,
      expected: `${single[at].intervals[0]} s`,
    },
  ];
}

/** An FMU with two fixed Clocks, which gives all intervals of a call that of the first. */
function mixedIntervals(kind: (typeof kinds)[number]): InjectedFault {
  const clock = (name: string, valueReference: number): Variable => ({
    name,
    type: 'Clock',
    valueReference,
    causality: 'input',
    variability: 'discrete',
    dimensions: [],
    intervalVariability: 'fixed',
    priority: 1,
  });
  return injectFault(
    'in one call all Clocks have the interval of the first one',
    (base) => ({
      instantiate: (options) => base.instantiate({ ...options, eventModeUsed: false }),
      getInterval: (clocks) => ({
        status: status.ok,
        intervals: Float64Array.from(clocks, () => 0.1 * (clocks[0] - 19)),
        qualifiers: Int32Array.from(clocks, () => 1),
      }),
      getShift: (clocks) => ({ status: status.ok, shifts: new Float64Array(clocks.length) }),
    }),
    {
      fmi: 3 as const,
      kind,
      describe: (d: Probe['description']): Probe['description'] => ({
        ...d,
        coSimulation: d.coSimulation && { ...d.coSimulation, hasEventMode: true },
        variables: [...d.variables.filter((v) => v.type !== 'Clock'), clock('a', 20), clock('b', 21)],
      }),
    },
  );
}
