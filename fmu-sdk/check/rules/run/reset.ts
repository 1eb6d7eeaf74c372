import { status } from '../../../host/instance/fmi-api.ts';
import { injectFault } from '../../behaviour/calls/fault-injection.ts';
import type { RuleContext } from '../../behaviour/rule-context.ts';
import { compareRuns, record, repeatRun } from '../../behaviour/trajectory/trajectory-check.ts';
import { quantity } from '../../behaviour/values/message-text.ts';
import {
  goToFirstReadablePhase,
  readableInInitialization,
} from '../../behaviour/values/readable-variables.ts';
import { mayHavePrinted } from '../../behaviour/values/rounded-decimals.ts';
import {
  differenceOf,
  sameValues,
  solvedSlack,
  storedValueSlack,
  withLowerSeverity,
} from '../../behaviour/values/value-difference.ts';
import {
  isNumber,
  otherValues,
  outputs,
  running,
  settableBeforeInitialization,
  startOf,
} from '../../behaviour/values/variable-selection.ts';
import type { Rule } from '../../rule.ts';
import { ruleFamily } from '../../rule-family.ts';

/** Limit of variables that are tried in separate instances. */
const mostAlone = 30;

export const runReset: readonly Rule[] = ruleFamily(
  { needs: 'behaviour', severity: 'violation', fmi2: '2.1.6', fmi3: '2.3.1' },
  [
    {
      id: 'run/reset',
      title: 'After reset the FMU equals a new instance',
      interfaces: ['coSimulation', 'modelExchange'],
      explanation:
        'reset restores all start values and forgets the run. The next run must equal that of a fresh instance exactly.',
      faults: injectFault('reset forgets nothing', (base) => ({
        call(this: typeof base, op) {
          if (op.op !== 'reset') return base.call.call(this, op);
          const buffer = this.values('Float64', Uint32Array.of(6));
          this.get(buffer);
          const answer = base.call.call(this, op);
          buffer.view[0] = 5;
          this.set(buffer);
          return answer;
        },
      })),
      async check({ target, open, report }) {
        const slack = solvedSlack(target.description);
        const fresh = await open();
        fresh.reach(running(target));
        const expected = record(fresh, outputs(target), 5);
        const used = await open();
        used.reach(running(target));
        for (let n = 0; n < 7; n++) used.advance();
        used.requireCall('reset');
        const other = await open();
        other.reach('initialization');
        used.initialize(used.experiment);
        const variables = readableInInitialization(target);
        compareRuns(
          [other.snapshot(variables)],
          [used.snapshot(variables)],
          variables,
          (what) =>
            report(used, { ...what, message: `After reset, in Initialization Mode: ${what.message}` }),
          slack,
        );
        used.leaveInitialization(running(target));
        repeatRun(
          expected,
          used,
          outputs(target),
          (what) =>
            report(used, {
              ...what,
              message: `The run after reset differs from that of a fresh instance: ${what.message}`,
            }),
          slack,
        );
      },
    },
    {
      id: 'run/reset-forgets-settings',
      title: 'reset restores the start values of parameters and inputs',
      explanation:
        'After reset all variables must have their default values, including parameters and inputs that the importer has set.',
      faults: injectFault('a parameter keeps the set value', (base) => {
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
      async check(context) {
        const numbers = settableBeforeInitialization(context.target).filter(isNumber);
        // Valid values may be inconsistent together. Then each is tried alone.
        if (!(await checkNumbers(context, numbers)))
          for (const variable of numbers.slice(0, mostAlone)) await checkNumbers(context, [variable]);
        await checkTexts(context);
      },
    },
  ],
);

/**
 * Returns true if the FMU could continue with other values of the variables: after fatal no call is
 * allowed.
 */
async function checkNumbers(
  { target, open, report }: RuleContext,
  variables: readonly ReturnType<typeof settableBeforeInitialization>[number][],
): Promise<boolean> {
  const probe = await open();
  probe.reach('instantiated');
  const changed = variables.filter((v) => {
    const other = otherValues(target, v, startOf(v) ?? []);
    return other !== undefined && other.length > 0 && probe.write(v, other) <= status.warning;
  });
  // The FMU may refuse to start with some values: reset must restore them nevertheless.
  probe.attempt(() => probe.goToPhase(running(target)));
  if (probe.script.at(-1)?.endsWith('fatal')) return false;
  probe.requireCall('reset');
  probe.initialize(probe.experiment);
  goToFirstReadablePhase(probe);
  for (const variable of changed) {
    const { status: got, values } = probe.read(variable);
    const start = startOf(variable);
    const difference = differenceOf(values, start, storedValueSlack, variable);
    const printed = variable.start?.every((text, i) => mayHavePrinted(Number(values[i]), text)) === true;
    if (got > status.warning || difference === 'none' || printed) continue;
    const defect = {
      message: `"${variable.name}" does not have its start value after reset.`,
      value: quantity(variable, values),
      expected: quantity(variable, start ?? []),
    };
    report(probe, withLowerSeverity(defect, difference));
  }
  return true;
}

/** Checks strings and binaries without a run: they may be names of missing files. */
async function checkTexts({ target, open, report }: RuleContext): Promise<void> {
  const texts = settableBeforeInitialization(target).filter(
    (v) => (v.type === 'String' || v.type === 'Binary') && startOf(v) !== undefined,
  );
  if (texts.length === 0) return;
  const probe = await open();
  probe.reach('instantiated');
  const changed = texts.filter((v) => {
    const other = otherValues(target, v, startOf(v) ?? []);
    return other !== undefined && probe.write(v, other) <= status.warning;
  });
  probe.requireCall('reset');
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
