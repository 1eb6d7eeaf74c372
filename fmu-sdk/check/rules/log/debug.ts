import { status, statusNames } from '../../../host/fmi-api.ts';
import { injectFault } from '../../behaviour/fault-injection.ts';
import type { Rule } from '../../rule.ts';

export const debug: Rule = {
  id: 'log/debug',
  title: 'Logging can be switched on and off',
  class: 'violation',
  fmi2: '2.1.5',
  fmi3: '2.3.1',
  explanation: 'setDebugLogging receives categories of the description, or no categories for all of them.',
  needs: 'behaviour',
  faults: [injectFault('switching is refused', () => ({ setDebugLogging: () => 3 }))],
  async check({ description, open, report }) {
    const probe = await open();
    probe.reach('instantiated');
    const categories = description.logCategories.map(({ name }) => name);
    for (const [on, list] of [
      [true, []],
      [false, []],
      [true, categories],
    ] as const) {
      const answer = probe.query('setDebugLogging', `${on}, [${list.join(', ')}]`, (c) =>
        c.setDebugLogging(on, list),
      );
      if (answer > status.warning)
        report(probe, { message: 'setDebugLogging is refused.', value: statusNames[answer], expected: 'ok' });
    }
  },
};
