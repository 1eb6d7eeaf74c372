import { status, statusNames } from '../../../host/instance/fmi-api.ts';
import { exerciseUntilError } from '../../behaviour/calls/exercise-all.ts';
import { diesOfError, provokeError } from '../../behaviour/calls/exercise-fmu.ts';
import { injectFault } from '../../behaviour/calls/fault-injection.ts';
import type { Target } from '../../behaviour/check-target.ts';
import type { Rule } from '../../rule.ts';
import { ruleFamily } from '../../rule-family.ts';

export const logMessages: readonly Rule[] = ruleFamily({ needs: 'behaviour', severity: 'violation' }, [
  {
    id: 'log/categories',
    title: 'Messages have categories that the description lists',
    fmi2: '2.2.4',
    fmi3: '2.3.1 and 2.4.5',
    explanation: 'LogCategories lists the categories of messages. An importer cannot show or hide others.',
    faults: injectFault('a message with an unlisted category', (base) => ({
      takeLog: () => [...base.takeLog(), { status: 0, category: 'private', message: 'something' }],
    })),
    async check({ description, open, report }) {
      const probe = await open();
      exerciseUntilError(probe);
      const listed = new Set(description.logCategories.map(({ name }) => name));
      const reportedCategories = new Set<string>();
      for (const { category } of probe.log) {
        if (
          category === '' ||
          category === 'output' ||
          listed.has(category) ||
          reportedCategories.has(category)
        )
          continue;
        reportedCategories.add(category);
        report(probe, {
          message: 'A message has a category that the description does not list.',
          value: category,
          expected: listed.size === 0 ? 'no category' : [...listed].join(', '),
        });
      }
    },
  },
  {
    id: 'log/debug',
    title: 'Logging can be switched on and off',
    fmi2: '2.1.5',
    fmi3: '2.3.1',
    explanation: 'setDebugLogging receives categories of the description, or no categories for all of them.',
    faults: injectFault('switching is refused', () => ({ setDebugLogging: () => 3 })),
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
          report(probe, {
            message: 'setDebugLogging is refused.',
            value: statusNames[answer],
            expected: 'ok',
          });
      }
    },
  },
  {
    id: 'log/prints',
    title: 'The FMU does not write to the terminal',
    severity: 'advice',
    fmi2: '2.1.5',
    fmi3: '2.3.1',
    explanation: 'Standard output belongs to the importer. Messages of an FMU go through the log callback.',
    faults: injectFault('it prints', () => ({
      takeLog: () => [{ status: 0, category: 'output', message: 'hello' }],
    })),
    async check({ open, report }) {
      const probe = await open();
      exerciseUntilError(probe);
      const printed = probe.log.find((m) => m.category === 'output');
      if (printed !== undefined)
        report(probe, {
          message: 'The FMU prints to standard output.',
          value: printed.message,
          expected: 'a log message',
        });
    },
  },
  {
    id: 'log/says-why',
    title: 'An unsuccessful call is explained by a log message',
    severity: 'advice',
    fmi3: '2.3.1',
    explanation:
      'If a function does not return OK, the FMU must log the reason with that status at least once. Otherwise the user learns nothing but a number.',
    faults: injectFault('the FMU never logs a message', () => ({ takeLog: () => [] })),
    async check({ open, report, skip }) {
      const probe = await open();
      probe.reach('initialization');
      probe.log.length = 0;
      const answer = provokeError(probe);
      if (answer === undefined) return skip(diesOfError);
      if (answer > status.ok && !probe.log.some((m) => m.status === answer))
        report(probe, {
          message: `The FMU answers ${statusNames[answer]} without a message of that status.`,
          value: `${probe.log.length} messages`,
          expected: 'a log message with the reason',
        });
    },
  },
  {
    id: 'log/silent',
    title: 'The FMU logs nothing if logging is off',
    fmi2: '2.1.5',
    fmi3: '2.3.1',
    explanation:
      'With loggingOn = false the FMU must not call the log callback, except for errors according to a later text of FMI 3.0. In FMI 2.0 the flag switches off debug logging.',
    faults: injectFault('the FMU logs nevertheless', () => ({
      takeLog: () => [{ status: 0, category: '', message: 'something' }],
    })),
    async check({ target, open, report }) {
      const probe = await open();
      exerciseUntilError(probe, { loggingOn: false });
      const loud = probe.log.filter((m) => m.category !== 'output' && m.status <= most(target));
      if (loud.length > 0)
        report(probe, {
          message: `With loggingOn = false the FMU logs a message, in ${loud[0].call}.`,
          // FMI 2.0 requires this only for debug logging.
          ...(target.fmi === 2 && { severity: 'advice' as const }),
          value: loud[0].message,
          expected: 'no message',
        });
    },
  },
]);

/** Returns the highest status whose messages can be switched off: errors are always logged. */
function most({ fmi }: Target): number {
  return fmi === 3 ? status.discard : status.ok;
}
