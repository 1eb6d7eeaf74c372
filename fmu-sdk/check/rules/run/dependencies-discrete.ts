import { changeReading, replaceCalls } from '../../behaviour/fault-injection.ts';
import { followers } from '../../behaviour/follower-variables.ts';
import { isClocked } from '../../behaviour/variable-selection.ts';
import type { Rule } from '../../rule.ts';

/** Inputs that are moved. */
const most = 60;

export const dependenciesDiscrete: Rule = {
  id: 'run/dependencies-discrete',
  title: 'Initial dependencies list every discrete input that an output follows',
  class: 'violation',
  fmi2: '2.2.8',
  fmi3: '2.4.8',
  explanation:
    'Inputs may be integers, Booleans, strings or discrete numbers. An output that follows one in Initialization Mode must list it in the dependencies of its InitialUnknown. Otherwise importers do not detect loops through it.',
  needs: 'behaviour',
  faults: [
    {
      claim: 'an output follows an unlisted Boolean',
      fmi: 3,
      kind: 'coSimulation',
      corrupt: (calls) =>
        replaceCalls(calls, (base) => ({
          get(this: typeof base, values) {
            const answer = base.get.call(this, values);
            const b = base.values('Boolean', Uint32Array.of(10));
            base.get(b);
            changeReading(values, 2, (y) => y + Number(b.view[0]));
            return answer;
          },
        })),
    },
  ],
  inapplicableReason: ({ description }) =>
    description.initialUnknowns.some((o) => o.dependencies !== undefined)
      ? description.variables.some((v) => v.causality === 'input' && v.variability !== 'continuous')
        ? undefined
        : 'the FMU does not have discrete inputs'
      : 'the FMU does not list initial dependencies',
  async check({ description, variables, open, report }) {
    const probe = await open();
    probe.reach('initialization');
    const named = description.initialUnknowns.filter(
      ({ variable, dependencies }) =>
        dependencies !== undefined &&
        variables[variable].causality === 'output' &&
        !isClocked(variables[variable]),
    );
    const inputs = variables.filter(
      (v) => v.causality === 'input' && v.variability !== 'continuous' && !isClocked(v),
    );
    for (const input of inputs.slice(0, most)) {
      const k = variables.indexOf(input);
      const free = named
        .filter(({ dependencies }) => !dependencies!.includes(k))
        .map(({ variable }) => variables[variable]);
      for (const { name, value, expected } of followers(probe, input, free) ?? [])
        report(probe, {
          message: `"${name}" follows "${input.name}", which is missing in its initial dependencies.`,
          value,
          expected,
        });
    }
  },
};
