import { status } from '../../../host/fmi-api.ts';
import type { Target } from '../../behaviour/check-target.ts';
import { chatter } from '../../behaviour/exercise-all.ts';
import { plant } from '../../behaviour/fault-injection.ts';
import type { Rule } from '../../rule.ts';

/** The gravest status whose messages can be switched off: errors are said in any case. */
function most({ fmi }: Target): number {
  return fmi === 3 ? status.discard : status.ok;
}

export const silent: Rule = {
  id: 'log/silent',
  title: 'With logging off nothing is logged',
  class: 'violation',
  fmi2: '2.1.5',
  fmi3: '2.3.1',
  explanation:
    'With loggingOn = false the unit does not call the log callback, but for errors: so a later text of FMI 3.0 has it; in FMI 2.0 what is switched off is debug logging.',
  needs: 'behaviour',
  plants: [
    plant('it talks all the same', () => ({
      takeLog: () => [{ status: 0, category: '', message: 'something' }],
    })),
  ],
  async check({ target, open, report }) {
    const probe = await open();
    chatter(probe, { loggingOn: false });
    const loud = probe.log.filter((m) => m.category !== 'output' && m.status <= most(target));
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
