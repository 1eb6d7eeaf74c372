import { status } from '../../../host/calls.ts';
import { chatter } from '../../dynamic/chatter.ts';
import { plant } from '../../dynamic/plant.ts';
import type { Rule } from '../../rule.ts';

export const silent: Rule = {
  id: 'log/silent',
  title: 'With logging off nothing is logged',
  class: 'violation',
  fmi2: '2.1.5',
  fmi3: '2.3.1',
  explanation:
    'With loggingOn = false the unit does not call the log callback (in FMI 2.0: it logs no more than errors).',
  needs: 'behaviour',
  plants: [
    plant('it talks all the same', () => ({
      takeLog: () => [{ status: 0, category: '', message: 'something' }],
    })),
  ],
  async check({ target, open, report }) {
    const probe = await open();
    chatter(probe, { loggingOn: false });
    const loud = probe.log.filter(
      (m) => m.category !== 'output' && (target.fmi === 3 || m.status < status.warning),
    );
    if (loud.length > 0)
      report(probe, {
        message: `With loggingOn = false the unit logs, in ${loud[0].call}.`,
        // FMI 2.0 says so of debug logging alone.
        ...(target.fmi === 2 && { class: 'advice' as const }),
        value: loud[0].message,
        expected: 'no message',
      });
  },
};
