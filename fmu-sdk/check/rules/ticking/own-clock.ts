import type { Variable } from '../../../description/description.ts';
import { status } from '../../../host/instance/fmi-api.ts';
import type { Target } from '../../behaviour/check-target.ts';
import { clockFault } from '../../behaviour/events/clock-faults.ts';
import { tickerOf, withInputClocks } from '../../behaviour/events/clock-ticks.ts';
import { type Probe, sameValues, type Value } from '../../behaviour/fmu-probe.ts';
import { quantity } from '../../behaviour/values/message-text.ts';
import type { Rule } from '../../rule.ts';
import { ruleFamily } from '../../rule-family.ts';

/** Communication points of a run, and variables that are compared. */
const [points, most] = [12, 40];

export const ownClock: readonly Rule[] = ruleFamily({ needs: 'behaviour', severity: 'robustness' }, [
  {
    id: 'ticking/own-clock',
    title: 'A model partition changes only the variables of its Clock',
    fmi3: '2.2.8.3 and 5.2.2',
    interfaces: ['scheduledExecution'],
    explanation:
      'Clocked variables acquire new values only while one of their Clocks is active. The check reads them before and after each partition. Partitions run at their own times and priorities, so that a change by another partition gives results that depend on the scheduler.',
    faults: clockFault('a partition counts for another Clock', 'scheduledExecution', { touches: true }),
    inapplicableReason: (target) =>
      withInputClocks(target) ??
      (clockedVariables(target).length === 0 ? 'the FMU does not have clocked variables' : undefined),
    async check({ target, open, report, reportAmount }) {
      const probe = await open();
      const variables = clockedVariables(target);
      const ticker = tickerOf(probe);
      const reported = new Set<Variable>();
      let compared = 0;
      let before = valuesOf(probe, variables);
      const watch = (ticking: readonly Variable[]): void => {
        const after = valuesOf(probe, variables);
        for (const [variable, value] of after) {
          const old = before.get(variable);
          if (old === undefined || belongsTo(variable, ticking)) continue;
          compared++;
          if (sameValues(value, old) || reported.has(variable)) continue;
          reported.add(variable);
          report(probe, {
            message: `The partition of "${ticking[0].name}" changes "${variable.name}", which belongs to another Clock.`,
            value: quantity(variable, value),
            expected: quantity(variable, old),
          });
        }
        before = after;
      };
      for (let point = 0; point < points; point++) ticker.next(watch);
      reportAmount(`${compared} values of inactive Clocks`);
    },
  },
]);

function clockedVariables(target: Target): Variable[] {
  const { variables } = target.description;
  return variables.filter((v) => v.type !== 'Clock' && (v.clocks?.length ?? 0) > 0).slice(0, most);
}

const belongsTo = ({ clocks }: Variable, ticking: readonly Variable[]): boolean =>
  ticking.some(({ valueReference }) => clocks?.includes(valueReference));

function valuesOf(probe: Probe, variables: readonly Variable[]): Map<Variable, Value[]> {
  const values = new Map<Variable, Value[]>();
  for (const variable of variables) {
    const got = probe.read(variable);
    if (got.status <= status.warning) values.set(variable, got.values);
  }
  return values;
}
