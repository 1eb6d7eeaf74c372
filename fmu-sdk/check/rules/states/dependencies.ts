import type { ModelDescription, Variable } from '../../../description/description.ts';
import { withStates } from '../../behaviour/continuous-states.ts';
import { replaceCalls } from '../../behaviour/fault-injection.ts';
import { followers } from '../../behaviour/follower-variables.ts';
import { isClocked, isNumber, settable } from '../../behaviour/variable-selection.ts';
import type { Rule } from '../../rule.ts';

/** Variables that are moved. */
const most = 60;

export const dependencies: Rule = {
  id: 'states/dependencies',
  title: 'Dependencies list every state and input that a derivative follows',
  class: 'violation',
  fmi2: '2.2.8',
  fmi3: '2.4.8',
  interfaces: ['modelExchange'],
  explanation:
    'Integrators build their Jacobian from the dependencies of derivatives. If one is missing, the Jacobian is wrong and steps fail without a visible reason. The check moves continuous inputs and states in Continuous-Time Mode, discrete inputs in Event Mode.',
  needs: 'behaviour',
  faults: [
    {
      claim: 'the derivative lists no dependencies',
      fmi: 3,
      kind: 'modelExchange',
      corrupt: (calls) => replaceCalls(calls, () => ({})),
      describe: (d) => ({
        ...d,
        continuousStateDerivatives: d.continuousStateDerivatives.map((continuousStateDerivative) => ({
          ...continuousStateDerivative,
          dependencies: [],
        })),
      }),
    },
  ],
  inapplicableReason: (target) =>
    withStates(target) ??
    (target.description.continuousStateDerivatives.some((d) => d.dependencies !== undefined)
      ? undefined
      : 'the FMU does not list dependencies of derivatives'),
  async check({ target, description, variables, open, report }) {
    const probe = await open();
    const named = description.continuousStateDerivatives.filter((d) => d.dependencies !== undefined);
    const states = statesOf(description);
    const inputs = settable(target).filter((v) => v.causality === 'input' && isNumber(v));
    const ask = (known: Variable): void => {
      const k = variables.indexOf(known);
      const free = named
        .filter((d) => !d.dependencies!.includes(k) && !aliased(d.dependencies!, known))
        .map(({ variable }) => variables[variable]);
      for (const { name, value, expected } of followers(probe, known, free) ?? [])
        report(probe, {
          message: `"${name}" follows "${known.name}", which is missing in its dependencies.`,
          value,
          expected,
        });
    };
    const aliased = (indexes: readonly number[], known: Variable): boolean =>
      indexes.some(
        (i) => variables[i]?.valueReference === known.valueReference && variables[i].type === known.type,
      );
    const continuous = (v: Variable): boolean => v.variability === 'continuous';
    probe.reach('event');
    probe.settleEvents();
    for (const known of inputs.filter((v) => !continuous(v)).slice(0, most)) ask(known);
    probe.requireCall('enterContinuousTimeMode');
    for (const known of [...inputs.filter(continuous), ...states].slice(0, most)) ask(known);
  },
};

/** Variables that are the states, by the references of their derivatives. */
function statesOf({ continuousStateDerivatives, variables }: ModelDescription): Variable[] {
  const references = new Set(
    continuousStateDerivatives.map(({ variable }) => variables[variable].derivative),
  );
  return variables.filter((v) => v.type === 'Float64' && references.has(v.valueReference) && !isClocked(v));
}
