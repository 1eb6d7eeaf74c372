import { advanceOnce } from '../../behaviour/exercise-fmu.ts';
import { replaceCalls } from '../../behaviour/fault-injection.ts';
import { running } from '../../behaviour/variable-selection.ts';
import type { Rule } from '../../rule.ts';

export const files: Rule = {
  id: 'load/files',
  title: 'The FMU writes no files into the working directory',
  class: 'advice',
  fmi2: '2.1.5',
  fmi3: '2.3.1',
  explanation:
    'The working directory belongs to the importer. Log files, dumps and settings in it mix with those of other FMUs and remain there.',
  needs: 'behaviour',
  faults: [
    {
      claim: 'a log file is written',
      fmi: 3,
      kind: 'coSimulation',
      corrupt: (calls) => replaceCalls(calls, () => ({})),
      writes: ['model.log'],
    },
  ],
  inapplicableReason: ({ sandboxed }) => (sandboxed ? 'a component cannot write files' : undefined),
  async check({ target, open, report, skip }) {
    const probe = await open();
    if (probe.footprint === undefined) return skip('the FMU does not run in its own process');
    probe.reach(running(target));
    for (let n = 0; n < 3; n++) advanceOnce(probe);
    probe.free();
    for (const file of probe.footprint.written())
      report(probe, {
        message: 'The FMU has written a file into the working directory.',
        value: file,
        expected: 'no file',
      });
  },
};
