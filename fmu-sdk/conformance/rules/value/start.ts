import { status } from '../../../host/calls.ts';
import { exact, startOf } from '../../dynamic/pick.ts';
import { plant } from '../../dynamic/plant.ts';
import { quantity, sameValues } from '../../dynamic/probe.ts';
import type { Rule } from '../../rule.ts';

export const start: Rule = {
  id: 'value/start',
  title: 'Numbers begin with the start values of the description',
  class: 'violation',
  fmi2: '2.2.7, start',
  fmi3: '2.4.7.4, start',
  explanation:
    'Before anything is set, a parameter, an input or another variable with initial="exact" has the value of its start attribute. An importer sets only what it changes.',
  needs: 'behaviour',
  plants: [
    plant('a parameter begins as zero', (base) => ({
      get(values) {
        const answer = base.get(values);
        if (values.valueReferences[0] === 6) values.view[values.offset] = 0;
        return answer;
      },
    })),
  ],
  async check({ target, open, report }) {
    const probe = await open();
    // FMI 2.0 grants reading only from the initialization on.
    probe.reach(target.fmi === 2 ? 'initialization' : 'instantiated');
    for (const variable of exact(target)) {
      const start = startOf(variable);
      const { status: answer, values } = probe.read(variable);
      if (start === undefined || answer > status.warning) continue;
      if (!sameValues(values, start))
        report(probe, {
          message: `"${variable.name}" does not begin with its start value.`,
          value: quantity(variable, values),
          expected: quantity(variable, start),
        });
    }
  },
};
