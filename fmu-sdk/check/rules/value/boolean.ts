import { injectFault } from '../../behaviour/fault-injection.ts';
import { quantity } from '../../behaviour/message-text.ts';
import { firstReadablePhase } from '../../behaviour/readable-variables.ts';
import { readable } from '../../behaviour/variable-selection.ts';
import type { Rule } from '../../rule.ts';

export const boolean: Rule = {
  id: 'value/boolean',
  title: 'Booleans are 0 or 1',
  class: 'violation',
  fmi2: '2.1.2',
  fmi3: '2.2.3',
  explanation:
    'A Boolean is fmiTrue (1) or fmiFalse (0). Importers treat other numbers differently: some compare with fmiTrue.',
  needs: 'behaviour',
  faults: [
    injectFault('true is 255', (base) => ({
      get(values) {
        const answer = base.get(values);
        if (values.type === 'Boolean') values.view[values.offset] = 255;
        return answer;
      },
    })),
  ],
  inapplicableReason: (target) =>
    readable(target).some((v) => v.type === 'Boolean') ? undefined : 'the FMU does not have Booleans',
  async check({ target, open, report }) {
    const probe = await open();
    probe.reach(firstReadablePhase(target));
    for (const variable of readable(target)) {
      if (variable.type !== 'Boolean') continue;
      const { values } = probe.read(variable);
      if (values.some((x) => x !== 0 && x !== 1))
        report(probe, {
          message: `"${variable.name}" is neither 0 nor 1.`,
          value: quantity(variable, values),
          expected: '0 or 1',
        });
    }
  },
};
