import { advanceOnce } from '../../behaviour/exercise-fmu.ts';
import { changeReading, injectFault } from '../../behaviour/fault-injection.ts';
import { type Probe, sameValues } from '../../behaviour/fmu-probe.ts';
import { quantity } from '../../behaviour/message-text.ts';
import { firstReadablePhase } from '../../behaviour/readable-variables.ts';
import type { RuleContext } from '../../behaviour/rule-context.ts';
import { readable, running } from '../../behaviour/variable-selection.ts';
import type { Rule } from '../../rule.ts';

export const repeatedGet: Rule = {
  id: 'value/repeated-get',
  title: 'Reading does not change values',
  class: 'violation',
  fmi2: '2.1.7',
  fmi3: '2.2.7.2',
  explanation:
    'Two readings of a value without setting between them must be equal, whatever else is read between them.',
  needs: 'behaviour',
  faults: [
    injectFault('reading an output changes it', (base) => {
      let n = 0;
      return {
        get(values) {
          const answer = base.get(values);
          changeReading(values, 2, () => n++);
          return answer;
        },
      };
    }),
  ],
  async check({ target, open, report }) {
    for (const phase of new Set([firstReadablePhase(target), running(target)])) {
      const probe = await open();
      probe.reach(phase);
      if (phase === running(target)) probe.attempt(() => advanceOnce(probe));
      readTwice(probe, report);
    }
  },
};

function readTwice(probe: Probe, report: RuleContext['report']): void {
  const { target } = probe;
  const first = probe.snapshot(readable(target));
  const second = probe.snapshot([...readable(target)].reverse());
  const byName = new Map(readable(target).map((variable) => [variable.name, variable]));
  for (const [name, values] of first)
    if (!sameValues(values, second.get(name)))
      report(probe, {
        message: `"${name}" differs when it is read again.`,
        value: quantity(byName.get(name), second.get(name) ?? []),
        expected: quantity(byName.get(name), values),
      });
}
