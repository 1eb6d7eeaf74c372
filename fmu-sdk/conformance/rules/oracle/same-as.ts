import type { ModelDescription, Variable } from '../../../description/description.ts';
import { elementCount, variablesByName } from '../../../description/description.ts';
import type { Bench } from '../../dynamic/bench.ts';
import { plant } from '../../dynamic/plant.ts';
import type { Target } from '../../dynamic/target.ts';
import { agreementOf } from '../../oracle/agreement.ts';
import { type Plan, planFor, readIn } from '../../oracle/plan.ts';
import { departing, differing } from '../../oracle/tell.ts';
import { compareTwins } from '../../oracle/twins.ts';
import type { Rule } from '../../rule.ts';

export const oracleSameAs: Rule = {
  id: 'oracle/same-as',
  title: 'The unit computes what another unit of the same model does',
  class: 'robustness',
  fmi2: '2.2.1',
  fmi3: '2.4.1',
  interfaces: ['coSimulation', 'modelExchange'],
  explanation:
    'Whoever checks a unit can name another of the same model (--same-as): of FMI 2.0 where this one is of FMI 3.0, of another exporter, of the last release. Outputs and states of the same names are compared over the default experiment of this unit: by the same kind of interface where both have it, else co-simulation with model exchange. Elements of arrays go by their names, x[1]. They may differ by twenty tolerances, or by twice what each differs from itself with half the step.',
  needs: 'behaviour',
  plants: [
    plant('an output is computed with another parameter', (base) => ({
      get(values) {
        const answer = base.get(values);
        if (values.valueReferences[0] === 2)
          values.view[values.offset] = 1.25 * Number(values.view[values.offset]);
        return answer;
      },
    })),
  ],
  without: (target) =>
    target.sameAs === undefined
      ? 'no other unit of the same model was named (--same-as)'
      : partner(target) === undefined
        ? `nothing of ${target.sameAs.file} can be run here`
        : undefined,
  async check(bench) {
    const other = partner(bench.target) as Target;
    if (other.kind === bench.target.kind) await compareSameKind(bench, other);
    else await compareKinds(bench, other);
  },
};

/** Of the other unit, what is most alike: the same kind, and the same binary. */
function partner({ kind, binary, sameAs }: Target): Target | undefined {
  const targets = sameAs?.targets ?? [];
  const alike = targets.filter((other) => other.kind === kind);
  const others = targets.filter((other) => other.kind !== 'scheduledExecution');
  return alike.find((other) => other.binary === binary) ?? alike[0] ?? others[0];
}

async function compareSameKind({ target, open, report, skip, tell }: Bench, other: Target): Promise<void> {
  const plan = { ...planFor(target), inputs: inputsOfBoth(planFor(target), other.description) };
  const one = await open();
  const two = await open(other);
  const comparison = compareTwins({
    one: { probe: one, plan },
    other: { probe: two, plan: { ...plan, names: readIn(other) } },
  });
  if ('open' in comparison) skip(comparison.open);
  else if ('same' in comparison) tell(comparison.same);
  else report(one, differing(comparison.differences, nameOf(target)));
}

async function compareKinds({ target, open, report, skip, tell }: Bench, other: Target): Promise<void> {
  const [mine, its] = [variablesByName(target.description), variablesByName(other.description)];
  const all = planFor(target);
  const names = all.names.filter((name) => alike(mine.get(name), its.get(name)));
  if (names.length === 0) skip('the two have no output and no state of one name');
  const plan = { ...all, names, inputs: inputsOfBoth(all, other.description) };
  const [one, two] = [await open(), await open(other)];
  const [coSimulation, modelExchange] = target.kind === 'coSimulation' ? [one, two] : [two, one];
  const smallest = coSimulation.description.coSimulation?.fixedInternalStepSize;
  const agreement = agreementOf({
    plan,
    coSimulation,
    modelExchange,
    ...(smallest !== undefined && { smallest }),
  });
  if ('open' in agreement) skip(agreement.open);
  else if ('agree' in agreement) tell(agreement.agree);
  else report(one, departing(agreement.departures, agreement.refined));
}

function nameOf({ sameAs }: Target): string {
  return sameAs?.file ?? 'the other unit';
}

function alike(a: Variable | undefined, b: Variable | undefined): boolean {
  return a !== undefined && b !== undefined && elementCount(a) === elementCount(b);
}

function inputsOfBoth({ inputs }: Plan, description: ModelDescription): Plan['inputs'] {
  const known = variablesByName(description);
  return inputs.filter(({ name }) => {
    const variable = known.get(name);
    return variable?.causality === 'input' && variable.type === 'Float64' && elementCount(variable) === 1;
  });
}
