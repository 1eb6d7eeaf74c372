import { status } from '../../../host/fmi-api.ts';
import { injectFault } from '../../behaviour/fault-injection.ts';
import { sameValues } from '../../behaviour/fmu-probe.ts';
import { quantity } from '../../behaviour/message-text.ts';
import { startOf, texts } from '../../behaviour/variable-selection.ts';
import type { Rule } from '../../rule.ts';

export const startText: Rule = {
  id: 'value/start-text',
  title: 'Strings and binaries have the start values of the description',
  class: 'violation',
  fmi2: '2.2.7, start',
  fmi3: '2.4.7.4, start',
  explanation:
    'A String or Binary parameter or input has its start value until it is set, byte for byte, with the escapes of XML replaced.',
  needs: 'behaviour',
  faults: [
    injectFault('a string is empty at the start', () => ({
      getStrings: (_, n) => ({ status: 0, values: Array(n).fill('') }),
    })),
  ],
  inapplicableReason: (target) =>
    texts(target).length === 0 ? 'the FMU does not have such a variable with a start value' : undefined,
  async check({ target, open, report }) {
    const probe = await open();
    probe.reach(target.fmi === 2 ? 'initialization' : 'instantiated');
    for (const variable of texts(target)) {
      const start = startOf(variable) as string[];
      const { status: answer, values } = probe.read(variable);
      if (answer <= status.warning && !sameValues(values, start))
        report(probe, {
          message: `"${variable.name}" does not have its start value.`,
          value: quantity(variable, values),
          expected: quantity(variable, start),
        });
    }
  },
};
