import type { Variable } from '../../../description/description.ts';
import type { FmiApi } from '../../../host/instance/fmi-api.ts';
import { afterReading, injectFault } from '../../behaviour/calls/fault-injection.ts';
import type { Value } from '../../behaviour/fmu-probe.ts';
import { quantity } from '../../behaviour/values/message-text.ts';
import { differs } from '../../behaviour/values/rounding-difference.ts';
import type { Difference } from '../../relations/difference.ts';
import { type Contradiction, partAt } from '../../relations/one-walk.ts';
import { relationRule } from '../../relations/relation-rule.ts';
import { keyOf } from '../../relations/situation.ts';
import { far, goOn, setEach } from '../../relations/typical-pairs.ts';
import { Abandoned, type Step } from '../../relations/walker.ts';
import type { Rule } from '../../rule.ts';

const changes: Rule = relationRule({
  id: 'relation/variability',
  title: 'Variables change only when their variability allows it, over any events and settings',
  severity: 'violation',
  fmi2: '2.2.7, variability',
  fmi3: '2.4.7.4, variability',
  interfaces: ['coSimulation', 'modelExchange'],
  explanation:
    'A fixed variable keeps its value after the initialization, also if tunable parameters and inputs change. A tunable one changes only when the importer sets a parameter. In model exchange a discrete one changes only in Event Mode. Nominal values of states change only at events that tell so. The check reads all variables in its sequences, over events and settings.',
  faults: [
    injectFault('a fixed output changes after five steps', (base) => {
      let steps = 0;
      return {
        instantiate(given) {
          steps = 0;
          return base.instantiate(given);
        },
        call(op) {
          if (op.op === 'doStep') steps++;
          return base.call(op);
        },
        get: afterReading(base, 8, (value) => value + Number(steps >= 5)),
      };
    }),
  ],
  difference: 'goes on over events and settings',
  pairs: 1,
  ownPairs: [
    {
      before: [goOn, goOn],
      detour: [],
      after: [goOn, ...[1, 2].flatMap((kind) => [setEach(kind), far, far, goOn])],
    },
  ],
  vary(walker, { before, after }) {
    const steps = [...before, ...after.flat()];
    partAt(walker, steps, firstChange(steps));
  },
});

/** Returns the first reading of a variable whose value must not have changed. */
function firstChange(steps: readonly Step[]): Contradiction | undefined {
  const known = new Map<Variable, readonly Value[]>();
  const nominals = new Nominals();
  const forget = (isForgotten: (v: Variable) => boolean): void => {
    for (const variable of [...known.keys()].filter(isForgotten)) known.delete(variable);
  };
  for (const [at, { action, answer, before }] of steps.entries()) {
    const isParameter = action.do === 'set' && /arameter$/.test(action.variable.causality);
    if (isParameter) forget((v) => v.variability === 'tunable');
    if (action.do === 'set' || before.mode !== 'continuousTime') forget((v) => v.variability === 'discrete');
    if (action.do === 'call' && /^(?:reset|exitConfigurationMode)$/.test(action.op)) known.clear();
    const moved = nominals.learn(steps[at]);
    if (moved !== undefined) return { at, difference: moved };
    if (action.do !== 'look' || !/^(?:continuousTime|event|step)$/.test(before.mode)) continue;
    for (const { variable, values } of answer.shown.values()) {
      if (variable === undefined || variable.variability === 'continuous') continue;
      const earlier = known.get(variable);
      known.set(variable, values);
      if (earlier === undefined || earlier.length !== values.length || !differs(earlier, values)) continue;
      const what = `"${variable.name}", which is ${variable.variability}, changes`;
      const [value, expected] = [quantity(variable, values), quantity(variable, earlier)];
      return { at, difference: { what, value, expected, size: 'large', variable } };
    }
  }
  return undefined;
}

/** The nominal values of the states, which change at events that tell so. */
class Nominals {
  private known: readonly Value[] | undefined;

  /** Returns a change that the FMU has not told, and learns what the step shows. */
  learn({ action, answer, before }: Step): Difference | undefined {
    if (action.do === 'call') {
      const isTold = Number(answer.shown.get('nominalsChanged')?.values[0] ?? 0) !== 0;
      if (isTold || /^(?:reset|exit)/.test(action.op)) this.known = undefined;
      return undefined;
    }
    // In Event Mode the end of the iterations tells of a change.
    if (before.mode !== 'continuousTime') return undefined;
    if (action.do !== 'vector' || action.op !== 'getNominalsOfContinuousStates') return undefined;
    const values = [...answer.shown.values()][0].values;
    const earlier = this.known;
    this.known = values;
    if (earlier === undefined || earlier.length !== values.length || !differs(earlier, values))
      return undefined;
    return {
      what: 'The nominal values of the continuous states change, and no event tells so',
      value: quantity(undefined, values),
      expected: quantity(undefined, earlier),
      size: 'large',
    };
  }
}

const calculated: Rule = relationRule({
  id: 'relation/calculated',
  title: 'Calculated parameters follow tuned parameters like those of the beginning',
  severity: 'violation',
  fmi2: '2.2.7, causality',
  fmi3: '2.4.7.4, causality',
  interfaces: ['coSimulation', 'modelExchange'],
  explanation:
    'The FMU computes a tunable calculated parameter from parameters, in the initialization and when they are tuned. The check tunes parameters during a simulation. It gives the last values to a new instance before the initialization. Both instances must have equal calculated parameters.',
  faults: (['coSimulation', 'modelExchange'] as const).map((kind) =>
    injectFault('a calculated parameter is another after a parameter was tuned', keepsCalculated, {
      kind,
      describe: (d) => ({
        ...d,
        variables: d.variables.map((v) =>
          v.causality === 'calculatedParameter' ? { ...v, variability: 'tunable' } : v,
        ),
      }),
    }),
  ),
  difference: 'was given its parameters before the initialization',
  pairs: 1,
  ownPairs: [
    { before: [goOn, goOn], detour: [], after: [setEach(1), goOn, far] },
    { before: [goOn, goOn, far, setEach(1)], detour: [], after: [far], withoutEvents: true },
  ],
  toleratesSmall: true,
  inapplicableReason: ({ description: { variables } }) =>
    variables.some(isCalculated) ? undefined : 'the FMU does not have tunable calculated parameters',
  vary(walker, { before, after }) {
    const steps = [...before, ...after.flat()];
    const last = steps.filter(isLastReading).at(-1);
    const shown = [...(last?.answer.shown ?? [])].filter(
      ([, { variable }]) => variable && isCalculated(variable),
    );
    if (last === undefined || shown.length === 0) throw new Abandoned('no calculated parameter was read');
    if (last.before.sizes.size > 0) throw new Abandoned('sizes of arrays were changed');
    walker.repeat(steps.slice(0, 1));
    const { values, description } = last.before;
    for (const variable of description.variables.filter((v) => v.causality === 'parameter')) {
      const own = values.get(keyOf(variable));
      if (own !== undefined) walker.make({ do: 'set', variable, values: own });
    }
    walker.repeat(steps.filter(isOfInitialization));
    const variables = shown.flatMap(([, { variable }]) => variable ?? []);
    const answer = walker.make({ do: 'look', variables });
    walker.requireSame(answer, { ...last, answer: { ...last.answer, shown: new Map(shown) } });
  },
});

/** Setting the parameter g after the initialization changes the calculated parameter q. */
function keepsCalculated(base: FmiApi): Partial<FmiApi> {
  let [isRunning, isTuned] = [false, false];
  return {
    instantiate(given) {
      [isRunning, isTuned] = [false, false];
      return base.instantiate(given);
    },
    call(op) {
      isRunning ||= op.op === 'exitInitializationMode';
      return base.call(op);
    },
    set(values) {
      isTuned ||= isRunning && values.valueReferences.includes(7);
      return base.set(values);
    },
    get: afterReading(base, 16, (q) => q + Number(isTuned)),
  };
}

function isCalculated({ causality, variability }: Variable): boolean {
  return causality === 'calculatedParameter' && variability === 'tunable';
}

/** Returns true for a reading after the values that were set have taken effect. */
function isLastReading({ action, before }: Step): boolean {
  return action.do === 'look' && (before.mode === 'continuousTime' || before.mode === 'step');
}

function isOfInitialization({ action }: Step): boolean {
  if (action.do !== 'call') return false;
  return /^(?:setupExperiment|enterInitializationMode|exitInitializationMode)$/.test(action.op);
}

export const variability: readonly Rule[] = [changes, calculated];
