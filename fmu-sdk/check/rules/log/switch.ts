import { status } from '../../../host/instance/fmi-api.ts';
import { diesOfError, provokeError } from '../../behaviour/calls/exercise-fmu.ts';
import { injectFault } from '../../behaviour/calls/fault-injection.ts';
import type { Probe } from '../../behaviour/fmu-probe.ts';
import type { Rule } from '../../rule.ts';

/** Ways to an instance with logging on or off. The first two instantiate it so. */
const ways = [
  'on',
  'off',
  'switched on',
  'switched off',
  'on, beside another instance with logging off',
] as const;

export const logSwitch: Rule = {
  id: 'log/switch',
  title: 'Logging is switched for one instance, and at once',
  severity: 'robustness',
  fmi2: '2.1.5',
  fmi3: '2.3.1',
  explanation:
    'setDebugLogging has the effect of loggingOn at the instantiation, on this instance only. The check provokes an error with logging on and off, switched on and off, and beside another instance with logging off. An FMU that logs in one of equal cases must log in the other one.',
  needs: 'behaviour',
  faults: [
    injectFault('logging is switched one call late', (base) => {
      let next: boolean | undefined;
      return {
        setDebugLogging(on, categories) {
          const was = next;
          next = on;
          return was === undefined ? 0 : base.setDebugLogging(was, categories);
        },
      };
    }),
  ],
  async check({ open, report, skip }) {
    const probe = await open();
    const logs = new Map<string, boolean>();
    for (const way of ways) {
      if (way.includes('beside') && !hasOthers(probe)) continue;
      const answer = logsError(probe, way);
      if (answer === undefined) return skip(diesOfError);
      logs.set(way, answer);
      const like = way.includes('off') && !way.startsWith('on') ? 'off' : 'on';
      if (answer === logs.get(like)) continue;
      report(probe, {
        message: `With logging ${way}, the FMU ${answer ? 'logs an error' : 'does not log an error'}.`,
        value: answer ? 'a message' : '0 messages',
        expected: `${answer ? '0 messages' : 'a message'}, as with logging ${like} from the instantiation`,
      });
      return;
    }
  },
};

function hasOthers({ target, calls }: Probe): boolean {
  return calls.watch !== undefined && !target.description[target.kind]?.canBeInstantiatedOnlyOncePerProcess;
}

/** Returns true if the FMU logs an error. Returns undefined if it dies of it. */
function logsError(probe: Probe, way: (typeof ways)[number]): boolean | undefined {
  probe.beginAgain();
  probe.reach('instantiated', { loggingOn: way !== 'off' && way !== 'switched on' });
  if (way.startsWith('switched')) {
    const on = way === 'switched on';
    const answer = probe.query('setDebugLogging', `${on}, []`, (c) => c.setDebugLogging(on, []));
    if (answer > status.warning) probe.expect(answer, 'setDebugLogging');
  }
  if (way.includes('beside')) addQuietInstance(probe);
  probe.initialize(probe.experiment);
  probe.log.length = 0;
  if (provokeError(probe) === undefined) return undefined;
  return probe.log.some(({ category }) => category !== 'output');
}

function addQuietInstance(probe: Probe): void {
  const { watch } = probe.calls;
  watch?.select(1);
  probe.instantiate({ instanceName: 'quiet', loggingOn: false });
  watch?.select(0);
}
