import type { Variable } from '../../../description/description.ts';
import { status } from '../../../host/instance/fmi-api.ts';
import { injectFault } from '../../behaviour/calls/fault-injection.ts';
import type { Phase } from '../../behaviour/calls/fmi-phases.ts';
import { sameValues, type Value } from '../../behaviour/fmu-probe.ts';
import type { RuleContext } from '../../behaviour/rule-context.ts';
import { quantity } from '../../behaviour/values/message-text.ts';
import { firstReadablePhase } from '../../behaviour/values/readable-variables.ts';
import { mayHavePrinted } from '../../behaviour/values/rounded-decimals.ts';
import {
  differenceOf,
  storedValueSlack,
  withLowerSeverity,
} from '../../behaviour/values/value-difference.ts';
import { exact, startOf, texts } from '../../behaviour/values/variable-selection.ts';
import type { Rule } from '../../rule.ts';
import { ruleFamily } from '../../rule-family.ts';

export const valueStart: readonly Rule[] = ruleFamily(
  { needs: 'behaviour', severity: 'violation', fmi2: '2.2.7, start', fmi3: '2.4.7.4, start' },
  [
    {
      id: 'value/start',
      title: 'Numbers have the start values of the description',
      explanation:
        'Before anything is set, a parameter, an input or another variable with initial="exact" has the value of its start attribute. An importer sets only the values that it changes.',
      faults: injectFault('a parameter is zero at the start', (base) => ({
        get(values) {
          const answer = base.get(values);
          if (values.valueReferences[0] === 6) values.view[values.offset] = 0;
          return answer;
        },
      })),
      async check(context) {
        const { target } = context;
        const begun = exact(target).filter((v) => startOf(v) !== undefined);
        // FMI 2.0 allows reading all of them after the initialization. FMI 3.0 allows it in
        // Instantiated by the table of 2.3.2, but not by its list.
        const rest = target.fmi === 3 ? await compare(context, 'instantiated', begun) : begun;
        if (rest.length > 0) await compare(context, firstReadablePhase(target), rest);
      },
    },
    {
      id: 'value/start-text',
      title: 'Strings and binaries have the start values of the description',
      explanation:
        'A String or Binary parameter or input has its start value until it is set, byte for byte, with the escapes of XML replaced.',
      faults: injectFault('a string is empty at the start', () => ({
        getStrings: (_, n) => ({ status: 0, values: Array(n).fill('') }),
      })),
      inapplicableReason: (target) =>
        texts(target).length === 0 ? 'the FMU does not have such a variable with a start value' : undefined,
      async check({ target, open, report }) {
        const probe = await open();
        probe.reach(target.fmi === 2 ? 'initialization' : 'instantiated');
        for (const variable of texts(target)) {
          const start = startOf(variable) as string[];
          const { status: answer, values } = probe.read(variable);
          if (answer <= status.warning && !sameValues(values, start))
            report(probe, {
              message: `"${variable.name}" does not have its start value.`,
              value: quantity(variable, values),
              expected: quantity(variable, start),
            });
        }
      },
    },
  ],
);

/**
 * Compares variables with their start values in a state. Returns the variables that are unreadable
 * in it.
 */
async function compare(
  { open, report }: RuleContext,
  phase: Phase,
  variables: Variable[],
): Promise<Variable[]> {
  const probe = await open();
  probe.reach(phase);
  for (const [k, variable] of variables.entries()) {
    const { status: answer, values } = probe.read(variable);
    // An error ends the run, and would be the answer to all that follows.
    if (answer > status.warning) return variables.slice(phase === 'instantiated' ? 0 : k + 1);
    const start = startOf(variable) as Value[];
    const difference = differenceOf(values, start, storedValueSlack, variable);
    if (difference === 'none' || isPrinted(variable, values)) continue;
    const defect = {
      message: `"${variable.name}" does not have its start value.`,
      value: quantity(variable, values),
      expected: quantity(variable, start),
    };
    report(probe, withLowerSeverity(defect, difference));
  }
  return [];
}

/** Returns true if the start value is the FMU's value with fewer digits. */
function isPrinted({ start = [] }: Variable, values: readonly Value[]): boolean {
  return values.every((value, i) => typeof value === 'number' && mayHavePrinted(value, start[i]));
}
