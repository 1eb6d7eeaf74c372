import { readable } from '../../dynamic/pick.ts';
import { plant } from '../../dynamic/plant.ts';
import { quantity, sameValues } from '../../dynamic/probe.ts';
import { seenFirst } from '../../dynamic/seen.ts';
import type { Rule } from '../../rule.ts';

export const repeatedGet: Rule = {
  id: 'value/repeated-get',
  title: 'Reading changes nothing',
  class: 'violation',
  fmi2: '2.1.7',
  fmi3: '2.2.7.2',
  explanation:
    'A value that is read twice, with nothing set between, is the same, whatever else is read between.',
  needs: 'behaviour',
  plants: [
    plant('reading an output moves it', (base) => {
      let n = 0;
      return {
        get(values) {
          const answer = base.get(values);
          if (values.valueReferences[0] === 2) values.view[values.offset] = n++;
          return answer;
        },
      };
    }),
  ],
  async check({ target, open, report }) {
    const probe = await open();
    probe.reach(seenFirst(target));
    const first = probe.snapshot(readable(target));
    const second = probe.snapshot([...readable(target)].reverse());
    const byName = new Map(readable(target).map((variable) => [variable.name, variable]));
    for (const [name, values] of first)
      if (!sameValues(values, second.get(name)))
        report(probe, {
          message: `"${name}" is another when it is read again.`,
          value: quantity(byName.get(name), second.get(name) ?? []),
          expected: quantity(byName.get(name), values),
        });
  },
};
