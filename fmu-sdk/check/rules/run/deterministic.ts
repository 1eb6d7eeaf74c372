import { changeReading, injectFault } from '../../behaviour/fault-injection.ts';
import { compareRuns, record } from '../../behaviour/trajectory-check.ts';
import { solvedSlack } from '../../behaviour/value-difference.ts';
import { outputs, running } from '../../behaviour/variable-selection.ts';
import type { Rule } from '../../rule.ts';

export const deterministic: Rule = {
  id: 'run/deterministic',
  title: 'Two runs in two processes are exactly equal',
  class: 'robustness',
  fmi2: '2.1.5',
  fmi3: '2.3.1',
  interfaces: ['coSimulation', 'modelExchange'],
  explanation:
    'Equal values must give equal results. Otherwise the FMU uses uninitialized memory, the wall clock, or an order that changes. Then results are not reproducible.',
  needs: 'behaviour',
  faults: [
    injectFault('an output has noise', (base) => ({
      get(values) {
        const answer = base.get(values);
        changeReading(values, 2, (y) => y + Math.random());
        return answer;
      },
    })),
  ],
  async check({ target, open, report }) {
    const [one, two] = [await open(), await open()];
    for (const probe of [one, two]) probe.reach(running(target));
    const [a, b] = [record(one, outputs(target), 10), record(two, outputs(target), 10)];
    compareRuns(
      a,
      b,
      outputs(target),
      (what) => report(two, { ...what, message: `The second run differs: ${what.message}` }),
      solvedSlack(target.description),
    );
  },
};
