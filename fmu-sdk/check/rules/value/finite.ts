import type { Variable } from '../../../description/description.ts';
import { advanceOnce } from '../../behaviour/exercise-fmu.ts';
import { injectFault } from '../../behaviour/fault-injection.ts';
import type { Probe } from '../../behaviour/fmu-probe.ts';
import { quantity } from '../../behaviour/message-text.ts';
import { firstReadablePhase } from '../../behaviour/readable-variables.ts';
import type { RuleContext } from '../../behaviour/rule-context.ts';
import { isNumber, readable, running } from '../../behaviour/variable-selection.ts';
import type { Rule } from '../../rule.ts';

/** Number of steps before the second check, and limit of variables. FMUs may have a million. */
const [steps, most] = [10, 200];

export const finite: Rule = {
  id: 'value/finite',
  title: 'Numbers are finite after the initialization',
  class: 'advice',
  fmi2: '2.1.7',
  fmi3: '2.2.7.2',
  explanation:
    'A NaN or an infinity after the initialization with start values indicates that the FMU divides by zero or uses uninitialized memory. It spreads through every connected FMU.',
  needs: 'behaviour',
  faults: [
    injectFault('an output is NaN', (base) => ({
      get(values) {
        const answer = base.get(values);
        if (values.valueReferences[0] === 2) values.view[values.offset] = Number.NaN;
        return answer;
      },
    })),
  ],
  async check({ target, open, report }) {
    const first = await open();
    first.reach(firstReadablePhase(target));
    const reals = readable(target).filter((v) => isNumber(v) && v.type.startsWith('Float'));
    if (tellInfinite(first, reals, report)) return;
    const later = await open();
    later.reach(running(target));
    for (let n = 0; n < steps; n++) if (!later.attempt(() => advanceOnce(later))) return;
    tellInfinite(later, reals.slice(0, most), report);
  },
};

/** Returns true if some of the variables are not finite. */
function tellInfinite(probe: Probe, variables: readonly Variable[], report: RuleContext['report']): boolean {
  let hasInfinite = false;
  for (const variable of variables) {
    const { values } = probe.read(variable);
    if (values.every((x) => Number.isFinite(Number(x)))) continue;
    hasInfinite = true;
    report(probe, {
      message: `"${variable.name}" is not finite.`,
      value: quantity(variable, values),
      expected: 'finite numbers',
    });
  }
  return hasInfinite;
}
