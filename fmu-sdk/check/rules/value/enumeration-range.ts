import { enumerationItems } from '../../../description/description.ts';
import { status, statusNames } from '../../../host/fmi-api.ts';
import { injectFault } from '../../behaviour/fault-injection.ts';
import { settable } from '../../behaviour/variable-selection.ts';
import type { Rule } from '../../rule.ts';

export const enumerationRange: Rule = {
  id: 'value/enumeration-range',
  title: 'A value outside the items of an enumeration is refused',
  class: 'robustness',
  fmi2: '2.2.3, Enumeration',
  fmi3: '2.4.4, EnumerationType',
  explanation:
    'The values of an enumeration are those of its items. Another value is a mistake of the importer that leads to undefined behaviour.',
  needs: 'behaviour',
  faults: [
    injectFault('any number is accepted', (base) => ({
      set: (v) => (v.type === 'Enumeration' ? 0 : base.set(v)),
    })),
  ],
  inapplicableReason: (target) =>
    settable(target).some((v) => v.type === 'Enumeration')
      ? undefined
      : 'the FMU does not have a settable Enumeration',
  async check({ target, open, report }) {
    for (const variable of settable(target).filter((v) => v.type === 'Enumeration')) {
      const items = enumerationItems(target.description, variable).map((item) => item.value);
      const wrong = Math.max(...items) + 1;
      const probe = await open();
      probe.reach('instantiated');
      const answer = probe.write(variable, variable.dimensions.length === 0 ? [wrong] : []);
      if (variable.dimensions.length === 0 && answer <= status.warning)
        report(probe, {
          message: `"${variable.name}" accepts the value ${wrong}, which is not an item.`,
          value: statusNames[answer],
          expected: 'error',
        });
      probe.close();
    }
  },
};
