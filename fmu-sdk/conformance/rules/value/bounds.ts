import { readable } from '../../dynamic/pick.ts';
import { plant } from '../../dynamic/plant.ts';
import { quantity } from '../../dynamic/probe.ts';
import { seenFirst } from '../../dynamic/seen.ts';
import type { Rule } from '../../rule.ts';

export const bounds: Rule = {
  id: 'value/bounds',
  title: 'Values keep within the min and max of the description',
  class: 'advice',
  fmi2: '2.2.3, min and max',
  fmi3: '2.4.4, min and max',
  explanation:
    'min and max are the range in which the variable is meant to be. A unit that leaves it with its own start values is outside of where its author says it is valid.',
  needs: 'behaviour',
  plants: [
    plant('a number is above its maximum', (base) => ({
      get(values) {
        const answer = base.get(values);
        if (values.valueReferences[0] === 9) values.view[values.offset] = 11;
        return answer;
      },
    })),
  ],
  async check({ target, open, report }) {
    const probe = await open();
    probe.reach(seenFirst(target));
    for (const variable of readable(target)) {
      if (variable.min === undefined && variable.max === undefined) continue;
      const [min, max] = [Number(variable.min ?? -Infinity), Number(variable.max ?? Infinity)];
      const { values } = probe.read(variable);
      if (values.some((x) => Number(x) < min || Number(x) > max))
        report(probe, {
          message: `"${variable.name}" is outside its bounds after the initialization.`,
          value: quantity(variable, values),
          expected: `from ${min} to ${max}`,
        });
    }
  },
};
