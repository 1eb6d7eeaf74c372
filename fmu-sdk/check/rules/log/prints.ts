import { exerciseUntilError } from '../../behaviour/exercise-all.ts';
import { injectFault } from '../../behaviour/fault-injection.ts';
import type { Rule } from '../../rule.ts';

export const prints: Rule = {
  id: 'log/prints',
  title: 'The FMU does not write to the terminal',
  class: 'advice',
  fmi2: '2.1.5',
  fmi3: '2.3.1',
  explanation: 'Standard output belongs to the importer. Messages of an FMU go through the log callback.',
  needs: 'behaviour',
  faults: [
    injectFault('it prints', () => ({
      takeLog: () => [{ status: 0, category: 'output', message: 'hello' }],
    })),
  ],
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
};
