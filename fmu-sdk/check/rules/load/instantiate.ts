import { injectFault } from '../../behaviour/calls/fault-injection.ts';
import { sentence } from '../../defect.ts';
import type { Rule } from '../../rule.ts';
import { ruleFamily } from '../../rule-family.ts';

export const loadInstantiate: readonly Rule[] = ruleFamily(
  { needs: 'behaviour', severity: 'violation', fmi3: '2.3.1' },
  [
    {
      id: 'load/event-mode-refused',
      title: 'An FMU without Event Mode refuses eventModeUsed',
      interfaces: ['coSimulation'],
      explanation:
        'eventModeUsed may be true only if the description declares hasEventMode="true". Otherwise the FMU must raise an error.',
      faults: injectFault('eventModeUsed is ignored', (base) => ({
        instantiate: (options) => base.instantiate({ ...options, eventModeUsed: false }),
      })),
      inapplicableReason: ({ description }) =>
        description.coSimulation?.hasEventMode ? 'the FMU supports Event Mode' : undefined,
      async check({ open, report }) {
        const probe = await open();
        if (probe.instantiate({ eventModeUsed: true }))
          report(probe, {
            message:
              'The FMU is instantiated with eventModeUsed = true, although it declares hasEventMode="false".',
            expected: 'NULL',
          });
      },
    },
    {
      id: 'load/instance-name',
      title: 'Every instance name is accepted',
      fmi2: '2.1.5',
      explanation:
        'The importer chooses the instance name: any nonempty string in UTF-8, of any length. It appears in messages and does not affect the FMU.',
      faults: injectFault('a name with non-ASCII characters is refused', (base) => ({
        instantiate: (options) => /^[ -~]*$/.test(options.instanceName) && base.instantiate(options),
      })),
      async check({ open, report }) {
        for (const instanceName of ['x', 'Ventil №7 “β”', 'a.b[1,2]', 'n'.repeat(2000)]) {
          const probe = await open();
          if (!probe.instantiate({ instanceName }))
            report(probe, {
              message: 'The FMU cannot be instantiated with this name.',
              value: instanceName.slice(0, 40),
              expected: 'an instance',
            });
          probe.close();
        }
      },
    },
    {
      id: 'load/instantiates',
      title: 'The FMU can be instantiated with its token',
      fmi2: '2.1.5',
      explanation:
        'With the token (GUID) of its description, without user interaction and with all callbacks, an FMU must create an instance. NULL means that it cannot run at all.',
      stage: 'instantiate',
      faults: injectFault('NULL for all arguments', () => ({ instantiate: () => false })),
      async check({ open, report }) {
        const probe = await open();
        if (!probe.instantiate()) {
          const logText = probe.log.map(({ message }) => message).join('; ');
          report(probe, {
            message:
              logText === ''
                ? 'The FMU cannot be instantiated, and does not log a reason.'
                : `The FMU cannot be instantiated: ${sentence(logText)}`,
            expected: 'an instance',
          });
        }
      },
    },
    {
      id: 'load/refusal-logged',
      title: 'An FMU that refuses instantiation logs the reason',
      fmi2: '2.1.5',
      explanation:
        'An FMU that answers NULL must have called the logger, in FMI 3.0 the log callback, with the reason.',
      faults: injectFault('nothing is logged', () => ({ takeLog: () => [] })),
      async check({ target, open, report }) {
        const probe = await open();
        if (probe.instantiate({ token: '{this is another token}' })) return;
        if (probe.log.length === 0)
          report(probe, {
            message: 'The FMU refuses without a log message.',
            expected: 'a log message with the reason',
            ...(target.fmi === 2 && { severity: 'robustness' }),
          });
      },
    },
    {
      id: 'load/wrong-token',
      title: 'A wrong token is refused',
      severity: 'robustness',
      fmi2: '2.1.5',
      explanation:
        'With the token (GUID) the library can recognize a description that is not its own, for example from another export, with other value references. An FMU that accepts any token gives wrong results instead of an error.',
      faults: injectFault('any token is accepted', (base) => ({
        instantiate: (options) => base.instantiate({ ...options, token: '{specimen}' }),
      })),
      async check({ open, report }) {
        const probe = await open();
        if (probe.instantiate({ token: '{this is another token}' }))
          report(probe, {
            message: 'The FMU accepts the token of another FMU.',
            expected: 'NULL, and a log message with the reason',
          });
      },
    },
  ],
);
