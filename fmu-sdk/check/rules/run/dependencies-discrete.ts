import { replacing, spoil } from '../../behaviour/fault-injection.ts';
import { followers } from '../../behaviour/follower-variables.ts';
import { isClocked } from '../../behaviour/variable-selection.ts';
import type { Rule } from '../../rule.ts';

/** Inputs that are moved. */
const most = 60;

export const dependenciesDiscrete: Rule = {
  id: 'run/dependencies-discrete',
  title: 'Before the simulation an output follows no discrete input that its initial dependencies leave out',
  class: 'violation',
  fmi2: '2.2.8',
  fmi3: '2.4.8',
  explanation:
    'Integers, Booleans, strings and discrete numbers are inputs as continuous ones are: an output that follows one in Initialization Mode names it among the dependencies of its InitialUnknown, or loops through it go unnoticed.',
  needs: 'behaviour',
  plants: [
    {
      says: 'an output follows a Boolean that it does not name',
      fmi: 3,
      kind: 'coSimulation',
      corrupt: (calls) =>
        replacing(calls, (base) => ({
          get(this: typeof base, values) {
            const answer = base.get.call(this, values);
            const b = base.values('Boolean', Uint32Array.of(10));
            base.get(b);
            spoil(values, 2, (y) => y + Number(b.view[0]));
            return answer;
          },
        })),
    },
  ],
  without: ({ description }) =>
    description.initialUnknowns.some((o) => o.dependencies !== undefined)
      ? description.variables.some((v) => v.causality === 'input' && v.variability !== 'continuous')
        ? undefined
        : 'the unit has no discrete inputs'
      : 'the unit names no initial dependencies',
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
          message: `"${name}" follows "${input.name}", which is not among its initial dependencies.`,
          value,
          expected,
        });
    }
  },
};
