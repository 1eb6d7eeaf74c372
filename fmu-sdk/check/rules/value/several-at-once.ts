import { status } from '../../../host/fmi-api.ts';
import { injectFault } from '../../behaviour/fault-injection.ts';
import { sameValues } from '../../behaviour/fmu-probe.ts';
import { valuesText } from '../../behaviour/message-text.ts';
import { firstReadablePhase } from '../../behaviour/readable-variables.ts';
import { isNumber, readable } from '../../behaviour/variable-selection.ts';
import type { Rule } from '../../rule.ts';

export const severalAtOnce: Rule = {
  id: 'value/several-at-once',
  title: 'Reading several variables in one call gives the values of single calls',
  class: 'violation',
  fmi2: '2.1.7',
  fmi3: '2.2.7.2',
  explanation:
    'A getter receives a list of value references and returns the values in that order, arrays complete and one after the other.',
  needs: 'behaviour',
  faults: [
    injectFault('only the first of a list is filled in', (base) => ({
      get(values) {
        const answer = base.get(values);
        if (values.valueReferences.length > 1) values.view.fill(0 as never, values.offset + 1);
        return answer;
      },
    })),
  ],
  async check({ target, open, report }) {
    const probe = await open();
    probe.reach(firstReadablePhase(target));
    const types = new Set(
      readable(target)
        .filter(isNumber)
        .map((v) => v.type),
    );
    for (const type of types) {
      const group = readable(target).filter((v) => v.type === type);
      const single = group.map((v) => probe.read(v));
      if (single.some((r) => r.status > status.warning)) continue;
      const expected = single.flatMap((r) => r.values);
      const { values } = probe.readAs(
        type,
        group.map((v) => v.valueReference),
        expected.length,
        `all ${type}`,
      );
      if (!sameValues(values, expected))
        report(probe, {
          message: `The values of all variables of type ${type} in one call differ from those of single calls.`,
          value: valuesText(values),
          expected: valuesText(expected),
        });
    }
  },
};
