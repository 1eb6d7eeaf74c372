import { status, statusNames } from '../../../host/calls.ts';
import { readable } from '../../dynamic/pick.ts';
import { plant } from '../../dynamic/plant.ts';
import type { Rule } from '../../rule.ts';

export const everyReadable: Rule = {
  id: 'value/readable',
  title: 'Every variable of the description can be read',
  class: 'violation',
  fmi2: '2.1.7',
  fmi3: '2.2.7.2',
  explanation:
    'Whatever its causality, a variable that is described can be read once the unit is initialized.',
  needs: 'behaviour',
  plants: [
    plant('a local variable cannot be read', (base) => ({
      get: (values) => (values.valueReferences[0] === 5 ? 3 : base.get(values)),
    })),
  ],
  async check({ target, open, report }) {
    const probe = await open();
    probe.reach('initialization');
    for (const variable of readable(target)) {
      const { status: answer } = probe.read(variable);
      if (answer > status.warning)
        report(probe, {
          message: `"${variable.name}" cannot be read in Initialization Mode.`,
          value: statusNames[answer],
          expected: 'ok',
        });
    }
  },
};
