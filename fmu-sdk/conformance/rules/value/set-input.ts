import { status, statusNames } from '../../../host/calls.ts';
import { isNumber, otherValues, settable } from '../../dynamic/pick.ts';
import { plant } from '../../dynamic/plant.ts';
import { quantity, sameValues } from '../../dynamic/probe.ts';
import type { Rule } from '../../rule.ts';

export const setInput: Rule = {
  id: 'value/set-input',
  title: 'An input that is set in Initialization Mode has that value',
  class: 'violation',
  fmi2: '2.1.7',
  fmi3: '2.3.3',
  explanation:
    'Inputs are set in Initialization Mode, again and again where units form a loop, and read back as set.',
  needs: 'behaviour',
  plants: [
    plant('inputs are ignored during the initialization', (base) => ({
      set: (values) => (values.valueReferences[0] === 1 ? 0 : base.set(values)),
    })),
  ],
  without: (target) =>
    settable(target).some((v) => v.causality === 'input') ? undefined : 'the unit has no inputs',
  async check({ target, open, report }) {
    const probe = await open();
    probe.reach('initialization');
    for (const variable of settable(target)) {
      if (variable.causality !== 'input' || !isNumber(variable)) continue;
      const wanted = otherValues(target, variable, probe.read(variable).values);
      if (wanted === undefined) continue;
      const answer = probe.write(variable, wanted);
      const { values } = probe.read(variable);
      if (answer > status.warning)
        report(probe, {
          message: `"${variable.name}" cannot be set.`,
          value: statusNames[answer],
          expected: 'ok',
        });
      else if (!sameValues(values, wanted))
        report(probe, {
          message: `"${variable.name}" is not what was set.`,
          value: quantity(variable, values),
          expected: quantity(variable, wanted),
        });
    }
  },
};
