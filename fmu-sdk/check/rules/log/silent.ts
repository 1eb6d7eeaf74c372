import { status } from '../../../host/fmi-api.ts';
import type { Target } from '../../behaviour/check-target.ts';
import { exerciseUntilError } from '../../behaviour/exercise-all.ts';
import { injectFault } from '../../behaviour/fault-injection.ts';
import type { Rule } from '../../rule.ts';

/** Returns the highest status whose messages can be switched off: errors are always logged. */
function most({ fmi }: Target): number {
  return fmi === 3 ? status.discard : status.ok;
}

export const silent: Rule = {
  id: 'log/silent',
  title: 'The FMU logs nothing if logging is off',
  class: 'violation',
  fmi2: '2.1.5',
  fmi3: '2.3.1',
  explanation:
    'With loggingOn = false the FMU must not call the log callback, except for errors according to a later text of FMI 3.0. In FMI 2.0 the flag switches off debug logging.',
  needs: 'behaviour',
  faults: [
    injectFault('the FMU logs nevertheless', () => ({
      takeLog: () => [{ status: 0, category: '', message: 'something' }],
    })),
  ],
  async check({ target, open, report }) {
    const probe = await open();
    exerciseUntilError(probe, { loggingOn: false });
    const loud = probe.log.filter((m) => m.category !== 'output' && m.status <= most(target));
    if (loud.length > 0)
      report(probe, {
        message: `With loggingOn = false the FMU logs a message, in ${loud[0].call}.`,
        // FMI 2.0 requires this only for debug logging.
        ...(target.fmi === 2 && { class: 'advice' as const }),
        value: loud[0].message,
        expected: 'no message',
      });
  },
};
