import type { Variable } from '../../../description/description.ts';
import { status, statusNames } from '../../../host/instance/fmi-api.ts';
import type { BehaviourRule } from '../../rule.ts';
import { isClocked, isNumber, running } from '../values/variable-selection.ts';

/** The part of a rule that sets variables which may not be set, and expects an error. */
export function refusesSetting(
  what: string,
  isOne: (variable: Variable) => boolean,
  when: 'instantiated' | 'running',
): Pick<BehaviourRule, 'inapplicableReason' | 'check'> {
  const selectVariables = (variables: readonly Variable[]): Variable[] =>
    variables.filter((v) => isOne(v) && isNumber(v) && !isClocked(v)).slice(0, 20);
  return {
    inapplicableReason: ({ description }) =>
      selectVariables(description.variables).length === 0 ? `the FMU does not have ${what}` : undefined,
    async check({ target, variables, open, report }) {
      for (const variable of selectVariables(variables)) {
        const probe = await open();
        probe.reach(when === 'running' ? running(target) : 'instantiated');
        const { status: got, values } = probe.read(variable);
        // What cannot be read yet is set to zeros.
        const present = got <= status.warning ? values : values.map(() => 0);
        const answer = probe.write(variable, present);
        if (answer <= status.warning)
          report(probe, {
            message: `"${variable.name}", ${/^[aeiou]/.test(what) ? 'an' : 'a'} ${what}, accepts a new value.`,
            value: statusNames[answer],
            expected: 'error',
          });
        probe.close();
      }
    },
  };
}
