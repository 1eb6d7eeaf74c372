import { isNumber, readable } from '../../dynamic/pick.ts';
import { plant } from '../../dynamic/plant.ts';
import { quantity } from '../../dynamic/probe.ts';
import { seenFirst } from '../../dynamic/seen.ts';
import type { Rule } from '../../rule.ts';

export const finite: Rule = {
  id: 'value/finite',
  title: 'Numbers are finite after the initialization',
  class: 'advice',
  fmi2: '2.1.7',
  fmi3: '2.2.7.2',
  explanation:
    'A NaN or an infinity after the initialization with start values says that the unit divides by zero or uses what was never set; it spreads through every connected unit.',
  needs: 'behaviour',
  plants: [
    plant('an output is NaN', (base) => ({
      get(values) {
        const answer = base.get(values);
        if (values.valueReferences[0] === 2) values.view[values.offset] = Number.NaN;
        return answer;
      },
    })),
  ],
  async check({ target, open, report }) {
    const probe = await open();
    probe.reach(seenFirst(target));
    for (const variable of readable(target)) {
      if (!isNumber(variable) || !variable.type.startsWith('Float')) continue;
      const { values } = probe.read(variable);
      if (values.some((x) => !Number.isFinite(Number(x))))
        report(probe, {
          message: `"${variable.name}" is not finite.`,
          value: quantity(variable, values),
          expected: 'finite numbers',
        });
    }
  },
};
