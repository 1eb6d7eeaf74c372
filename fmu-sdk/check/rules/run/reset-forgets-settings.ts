import { status } from '../../../host/fmi-api.ts';
import { plant } from '../../behaviour/fault-injection.ts';
import { quantity } from '../../behaviour/message-text.ts';
import { goWhereSeen } from '../../behaviour/readable-variables.ts';
import { mayHavePrinted } from '../../behaviour/rounded-decimals.ts';
import type { Bench } from '../../behaviour/rule-context.ts';
import { differenceOf, keptSlack, sameValues, weighed } from '../../behaviour/value-difference.ts';
import {
  isNumber,
  otherValues,
  running,
  settableFirst,
  startOf,
} from '../../behaviour/variable-selection.ts';
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
  async check(bench) {
    const numbers = settableFirst(bench.target).filter(isNumber);
    // Values that fit each by itself may be none together that it can go on with; then each is tried alone.
    if (!(await checkNumbers(bench, numbers)))
      for (const variable of numbers.slice(0, mostAlone)) await checkNumbers(bench, [variable]);
    await checkTexts(bench);
  },
};

/** Variables of which each has an instance of its own. */
const mostAlone = 30;

/** Whether the unit could go on after other values of these: after fatal it may not be asked for anything. */
async function checkNumbers(
  { target, open, report }: Bench,
  variables: readonly ReturnType<typeof settableFirst>[number][],
): Promise<boolean> {
  const probe = await open();
  probe.reach('instantiated');
  const changed = variables.filter((v) => {
    const other = otherValues(target, v, startOf(v) ?? []);
    return other !== undefined && other.length > 0 && probe.write(v, other) <= status.warning;
  });
  // Some of the values may be none that it can begin with: it is set back all the same.
  probe.attempt(() => probe.goOn(running(target)));
  if (probe.script.at(-1)?.endsWith('fatal')) return false;
  probe.must('reset');
  probe.initialize(probe.experiment);
  goWhereSeen(probe);
  for (const variable of changed) {
    const { status: got, values } = probe.read(variable);
    const start = startOf(variable);
    const difference = differenceOf(values, start, keptSlack, variable);
    const printed = variable.start?.every((text, i) => mayHavePrinted(Number(values[i]), text)) === true;
    if (got > status.warning || difference === 'none' || printed) continue;
    const defect = {
      message: `"${variable.name}" does not have its start value after reset.`,
      value: quantity(variable, values),
      expected: quantity(variable, start ?? []),
    };
    report(probe, weighed(defect, difference));
  }
  return true;
}

/** The same of strings and binaries, with which no run is begun: they may be names of files that there are not. */
async function checkTexts({ target, open, report }: Bench): Promise<void> {
  const texts = settableFirst(target).filter(
    (v) => (v.type === 'String' || v.type === 'Binary') && startOf(v) !== undefined,
  );
  if (texts.length === 0) return;
  const probe = await open();
  probe.reach('instantiated');
  const changed = texts.filter((v) => {
    const other = otherValues(target, v, startOf(v) ?? []);
    return other !== undefined && probe.write(v, other) <= status.warning;
  });
  probe.must('reset');
  probe.initialize(probe.experiment);
  for (const variable of changed) {
    const { status: got, values } = probe.read(variable);
    const start = startOf(variable)!;
    if (got > status.warning || sameValues(values, start)) continue;
    report(probe, {
      message: `"${variable.name}" does not have its start value after reset.`,
      value: quantity(variable, values),
      expected: quantity(variable, start),
    });
  }
}
