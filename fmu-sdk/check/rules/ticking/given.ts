import { status, statusNames } from '../../../host/fmi-api.ts';
import { clockFault } from '../../behaviour/clock-faults.ts';
import { importerSetsInterval } from '../../behaviour/clock-intervals.ts';
import { clockVariables } from '../../behaviour/event-support.ts';
import type { Probe } from '../../behaviour/fmu-probe.ts';
import type { Rule } from '../../rule.ts';

/** Clocks that are looked at. */
const most = 40;

const kinds = ['scheduledExecution', 'coSimulation', 'modelExchange'] as const;

export const intervalSetting: Rule = {
  id: 'ticking/given',
  title: 'A clock accepts the interval that its importer sets',
  class: 'violation',
  fmi3: '2.2.8.2 and 2.2.8.4',
  explanation:
    'In Initialization Mode the importer sets the interval of a fixed or tunable clock with intervalDecimal, to another or to an equal value. If supportsFraction is true, it may set a fraction too, and both getters give equal numbers.',
  needs: 'behaviour',
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
};
