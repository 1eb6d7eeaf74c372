import { enumerationItems } from '../../../description/description.ts';
import { injectFault } from '../../behaviour/fault-injection.ts';
import { quantity } from '../../behaviour/message-text.ts';
import { firstReadablePhase } from '../../behaviour/readable-variables.ts';
import { readable } from '../../behaviour/variable-selection.ts';
import type { Rule } from '../../rule.ts';

export const enumeration: Rule = {
  id: 'value/enumeration',
  title: 'Values of enumerations are those of their items',
  class: 'violation',
  fmi2: '2.2.3, Enumeration',
  fmi3: '2.4.4, EnumerationType',
  explanation: 'The value of an Enumeration is that of one of the items of its type.',
  needs: 'behaviour',
  faults: [
    injectFault('a value that no item has', (base) => ({
      get(values) {
        const answer = base.get(values);
        if (values.type === 'Enumeration') values.view[values.offset] = 77n;
        return answer;
      },
    })),
  ],
  inapplicableReason: (target) =>
    readable(target).some((v) => v.type === 'Enumeration')
      ? undefined
      : 'the FMU does not have an Enumeration',
  async check({ target, open, report }) {
    const probe = await open();
    probe.reach(firstReadablePhase(target));
    for (const variable of readable(target)) {
      if (variable.type !== 'Enumeration') continue;
      const items = enumerationItems(target.description, variable).map((item) => item.value);
      const { values } = probe.read(variable);
      if (items.length > 0 && values.some((x) => !items.includes(Number(x))))
        report(probe, {
          message: `The value of "${variable.name}" is not an item.`,
          value: quantity(variable, values),
          expected: `one of ${items.join(', ')}`,
        });
    }
  },
};
