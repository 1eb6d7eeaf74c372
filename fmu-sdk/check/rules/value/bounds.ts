import type { Variable } from '../../../description/description.ts';
import type { Target } from '../../behaviour/check-target.ts';
import { injectFault } from '../../behaviour/fault-injection.ts';
import { quantity } from '../../behaviour/message-text.ts';
import { firstReadablePhase } from '../../behaviour/readable-variables.ts';
import { readable } from '../../behaviour/variable-selection.ts';
import type { Rule } from '../../rule.ts';

export const bounds: Rule = {
  id: 'value/bounds',
  title: 'Values are within min and max of the description',
  class: 'violation',
  fmi2: '2.2.3, min and max',
  fmi3: '2.2.7.3 and 2.4.4, min and max',
  explanation:
    'min and max are the intended range of the variable. An FMU that leaves it with its own start values is outside the range that its author declares valid. FMI 3.0 uses must for local and output integers and enumerations. For other variables this is advice.',
  needs: 'behaviour',
  faults: [
    injectFault('a number is above its maximum', (base) => ({
      get(values) {
        const answer = base.get(values);
        if (values.valueReferences[0] === 9) values.view[values.offset] = 11;
        return answer;
      },
    })),
  ],
  async check({ target, open, report }) {
    const probe = await open();
    probe.reach(firstReadablePhase(target));
    for (const variable of readable(target)) {
      if (variable.min === undefined && variable.max === undefined) continue;
      const [min, max] = [Number(variable.min ?? -Infinity), Number(variable.max ?? Infinity)];
      const { values } = probe.read(variable);
      if (values.some((x) => Number(x) < min || Number(x) > max))
        report(probe, {
          ...(isPromised(target, variable) ? {} : { class: 'advice' as const }),
          message: `"${variable.name}" is outside its bounds after the initialization.`,
          value: quantity(variable, values),
          expected: `from ${min} to ${max}`,
        });
    }
  },
};

/**
 * Returns true if FMI 3.0 requires that the FMU keeps the variable in its range. FMI 2.0 states it
 * in a remark.
 */
function isPromised({ fmi }: Target, { type, causality }: Variable): boolean {
  const whole = /^U?Int/.test(type) || type === 'Enumeration';
  return fmi === 3 && whole && (causality === 'output' || causality === 'local');
}
