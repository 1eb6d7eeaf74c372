import { status } from '../../../host/calls.ts';
import { exact, isNumber, otherValues, settable, startOf } from '../../dynamic/pick.ts';
import { plant } from '../../dynamic/plant.ts';
import { quantity, sameValues } from '../../dynamic/probe.ts';
import type { Rule } from '../../rule.ts';

export const resetForgetsSettings: Rule = {
  id: 'run/reset-forgets-settings',
  title: 'reset brings back the start values of what was set',
  class: 'violation',
  fmi2: '2.1.6',
  fmi3: '2.3.1',
  explanation:
    'After reset all variables have their default values, also the parameters and inputs that the importer had set.',
  needs: 'behaviour',
  plants: [
    plant('a parameter keeps what was set', (base) => {
      let set: number | bigint | undefined;
      return {
        set(values) {
          if (values.valueReferences[0] === 6) set = values.view[values.offset];
          return base.set(values);
        },
        call(this: typeof base, op) {
          const answer = base.call.call(this, op);
          if (op.op === 'reset' && set !== undefined) {
            const again = base.values('Float64', Uint32Array.of(6));
            again.view[0] = set as number;
            base.set(again);
          }
          return answer;
        },
      };
    }),
  ],
  async check({ target, open, report }) {
    const probe = await open();
    probe.reach('instantiated');
    const changed = settable(target).filter((v) => {
      const other = isNumber(v) ? otherValues(target, v, startOf(v) ?? []) : undefined;
      return other !== undefined && other.length > 0 && probe.write(v, other) <= status.warning;
    });
    probe.must('reset');
    probe.initialize(probe.experiment);
    for (const variable of changed.filter((v) => exact(target).includes(v))) {
      const { values } = probe.read(variable);
      if (!sameValues(values, startOf(variable)))
        report(probe, {
          message: `"${variable.name}" does not have its start value after reset.`,
          value: quantity(variable, values),
          expected: quantity(variable, startOf(variable) ?? []),
        });
    }
  },
};
