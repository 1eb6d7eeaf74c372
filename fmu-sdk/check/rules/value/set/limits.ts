import type { Variable } from '../../../../description/description.ts';
import { isInteger } from '../../../../description/values/float-types.ts';
import { status, statusNames } from '../../../../host/instance/fmi-api.ts';
import { injectFault } from '../../../behaviour/calls/fault-injection.ts';
import type { Target } from '../../../behaviour/check-target.ts';
import type { Value } from '../../../behaviour/fmu-probe.ts';
import { settableBeforeInitialization, startOf } from '../../../behaviour/values/variable-selection.ts';
import type { Rule } from '../../../rule.ts';

/** Variables that are set. */
const most = 100;

export const limits: Rule = {
  id: 'value/limits',
  title: 'The smallest and the largest value of a parameter or input can be set',
  severity: 'robustness',
  fmi2: '2.2.3, min and max',
  fmi3: '2.4.4, min and max',
  explanation:
    'min and max are values that the variable may have. A setter that refuses them compares with the wrong operator, or the description has other bounds than the FMU. The check sets each bound, then the start value. It ignores variables whose start value is refused too.',
  needs: 'behaviour',
  faults: [
    injectFault('the largest value is refused', (base) => ({
      set: (v) => (v.valueReferences[0] === 9 && Number(v.view[v.offset]) >= 10 ? 3 : base.set(v)),
    })),
  ],
  inapplicableReason: (target) =>
    bounded(target).length === 0 ? 'the FMU does not have a settable variable with bounds' : undefined,
  async check({ target, open, report, reportAmount }) {
    const probe = await open();
    probe.reach('instantiated');
    let count = 0;
    for (const variable of bounded(target).slice(0, most))
      for (const name of ['min', 'max'] as const) {
        const bound = boundOf(variable, name);
        if (bound === undefined) continue;
        count++;
        const answer = probe.write(variable, bound);
        if (answer <= status.warning) continue;
        // An error may have ended the instance.
        probe.beginAgain();
        probe.reach('instantiated');
        if (probe.write(variable, startOf(variable)!) <= status.warning)
          report(probe, {
            message: `"${variable.name}" refuses its ${name}, ${variable[name]}.`,
            value: statusNames[answer],
            expected: 'ok',
          });
      }
    reportAmount(`${count} bounds set`);
  },
};

function bounded(target: Target): Variable[] {
  return settableBeforeInitialization(target).filter(
    (v) => boundOf(v, 'min') !== undefined || boundOf(v, 'max') !== undefined,
  );
}

/** Returns an array full of a bound, if the bound is a number that the variable can have exactly. */
function boundOf(variable: Variable, name: 'min' | 'max'): Value[] | undefined {
  const text = variable[name];
  const start = startOf(variable);
  if (text === undefined || start === undefined || variable.type === 'Enumeration') return undefined;
  if (typeof start[0] === 'bigint')
    return /^[-+]?\d+$/.test(text) ? start.map(() => BigInt(text)) : undefined;
  const value = Number(text);
  const isExact = variable.type !== 'Float32' || Math.fround(value) === value;
  if (!Number.isFinite(value) || !isExact || (isInteger(variable.type) && !Number.isInteger(value)))
    return undefined;
  return start.map(() => value);
}
