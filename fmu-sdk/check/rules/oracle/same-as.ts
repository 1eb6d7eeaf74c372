import { toldInternalStep } from '../../../description/default-experiment.ts';
import type { ModelDescription, Variable } from '../../../description/description.ts';
import { elementCount, variablesByName } from '../../../description/description.ts';
import { otherParameter } from '../../behaviour/calls/fault-injection.ts';
import type { Target } from '../../behaviour/check-target.ts';
import type { RuleContext } from '../../behaviour/rule-context.ts';
import type { Defect } from '../../defect.ts';
import { agreementOf } from '../../oracle/agreement.ts';
import { compareFmus } from '../../oracle/compare-fmus.ts';
import { type Plan, planFor, readIn } from '../../oracle/comparison-plan.ts';
import { deviationDefect, differenceDefect } from '../../oracle/departure-text.ts';
import type { Rule } from '../../rule.ts';

export const oracleSameAs: Rule = {
  id: 'oracle/same-as',
  title: 'The FMU computes the results of another FMU of its model',
  severity: 'robustness',
  fmi2: '2.2.1',
  fmi3: '2.4.1',
  interfaces: ['coSimulation', 'modelExchange'],
  explanation:
    'The user of the check can name another FMU of the model (--same-as): of FMI 2.0 beside FMI 3.0, of another exporter, of the last release. The check compares outputs and states with common names over the default experiment of this FMU. It compares model exchange with model exchange, and co-simulation with model exchange, as oracle/kinds does, or with co-simulation if the other FMU lacks model exchange. Elements of arrays have names such as x[1]. They may differ by twenty tolerances, or by twice the change of each when the step is halved.',
  needs: 'behaviour',
  faults: [otherParameter('an output uses another parameter value')],
  inapplicableReason: (target) =>
    target.comparedFmu === undefined
      ? 'another FMU of the model was not named (--same-as)'
      : partner(target) === undefined
        ? `${target.comparedFmu.file} cannot run here`
        : undefined,
  async check(context) {
    const { target } = context;
    const other = partner(target) as Target;
    const modelExchangeTarget = target.others?.find(
      ({ kind, binary }) => kind === 'modelExchange' && binary === target.binary,
    );
    if (other.kind !== target.kind) await compareKinds(context, target, other);
    // Solvers of co-simulation differ: the other's is judged by what it should solve.
    else if (target.kind === 'coSimulation' && modelExchangeTarget !== undefined)
      await compareKinds(context, other, modelExchangeTarget);
    else await compareSameKind(context, other);
  },
};

/**
 * Returns the target of the other FMU: model exchange, solved here, if it has it. Otherwise the
 * target with this kind and binary.
 */
function partner({ binary, comparedFmu: sameAs }: Target): Target | undefined {
  const targets = sameAs?.targets ?? [];
  for (const kind of ['modelExchange', 'coSimulation']) {
    const alike = targets.filter((other) => other.kind === kind);
    const match = alike.find((other) => other.binary === binary) ?? alike[0];
    if (match !== undefined) return match;
  }
  return undefined;
}

async function compareSameKind(
  { target, open, report, skip, reportAmount }: RuleContext,
  other: Target,
): Promise<void> {
  const plan = planOfBoth(target, other);
  const one = await open();
  const two = await open(other);
  const comparison = compareFmus({
    one: { probe: one, plan },
    other: { probe: two, plan: { ...plan, names: readIn(other) } },
  });
  if ('open' in comparison) skip(comparison.open);
  else if ('same' in comparison) reportAmount(comparison.same);
  else report(one, differenceDefect(comparison.differences, nameOf(target)));
}

/** Co-simulation of one of the FMUs with model exchange of the other, or the other way round. */
async function compareKinds(
  { target, open, report, skip, reportAmount }: RuleContext,
  a: Target,
  b: Target,
): Promise<void> {
  const [mine, its] = [variablesByName(a.description), variablesByName(b.description)];
  const all = planOfBoth(target, a === target ? b : a);
  const names = all.names.filter((name) => alike(mine.get(name), its.get(name)));
  if (names.length === 0) skip('the two FMUs lack a common output or state name');
  const plan = { ...all, names };
  const [one, two] = [await open(a), await open(b)];
  const [coSimulation, modelExchange] = a.kind === 'coSimulation' ? [one, two] : [two, one];
  const agreement = agreementOf({ plan, coSimulation, modelExchange });
  if ('open' in agreement) skip(agreement.open);
  else if ('agree' in agreement) reportAmount(agreement.agree);
  else
    report(
      coSimulation,
      ofTwoFiles(deviationDefect(agreement.departures, agreement.refined), nameOf(target)),
    );
}

function ofTwoFiles(defect: Defect, file: string): Defect {
  return { ...defect, message: `${defect.message} One of the two results is that of ${file}.` };
}

/** The experiment of one, by steps that the other takes too, with inputs that both have. */
function planOfBoth(target: Target, other: Target): Plan {
  const plan = planFor(target);
  const fixed = other.kind === 'coSimulation' ? toldInternalStep(other.description) : undefined;
  return { ...inStepsOf(plan, fixed), inputs: inputsOfBoth(plan, other.description) };
}

/** Returns the experiment in steps that are also multiples of a fixed step. */
function inStepsOf(plan: Plan, fixed: number | undefined): Plan {
  if (fixed === undefined) return plan;
  const multiple = Math.ceil(plan.step / fixed - 1e-6);
  const step = Math.abs(multiple * fixed - plan.step) <= 1e-9 * plan.step ? plan.step : multiple * fixed;
  return { ...plan, step, steps: Math.max(1, Math.floor((plan.steps * plan.step) / step + 1e-6)) };
}

function nameOf({ comparedFmu: sameAs }: Target): string {
  return sameAs?.file ?? 'the other FMU';
}

/** Returns true if both variables have one type and equal numbers of elements. */
function alike(a: Variable | undefined, b: Variable | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  const computed = [a, b].every(({ causality }) => causality === 'output' || causality === 'local');
  return computed && elementCount(a) === elementCount(b);
}

function inputsOfBoth({ inputs }: Plan, description: ModelDescription): Plan['inputs'] {
  const known = variablesByName(description);
  return inputs.filter(({ name }) => {
    const variable = known.get(name);
    return variable?.causality === 'input' && variable.type === 'Float64' && elementCount(variable) === 1;
  });
}
