import { elementCount, type Variable } from '../../../description/description.ts';
import { injectFault } from '../../behaviour/calls/fault-injection.ts';
import type { Value } from '../../behaviour/fmu-probe.ts';
import { quantity } from '../../behaviour/values/message-text.ts';
import { differenceOf, type Slack, solvedSlack } from '../../behaviour/values/value-difference.ts';
import { vectorNames } from '../../relations/action.ts';
import type { Difference } from '../../relations/difference.ts';
import { type Contradiction, partAt } from '../../relations/one-walk.ts';
import { relationRule } from '../../relations/relation-rule.ts';
import type { Situation } from '../../relations/situation.ts';
import { far, goOn, setEach, stir } from '../../relations/typical-pairs.ts';
import { Parted, type Step, type Walker } from '../../relations/walker.ts';
import type { Rule } from '../../rule.ts';

export const ways: Rule = relationRule({
  id: 'relation/ways',
  title: 'Two ways to ask for one value give equal answers, in every mode and after every event',
  severity: 'violation',
  fmi2: '2.2.8 and 3.2.2',
  fmi3: '2.3.2, 2.4.8 and 3.2.1',
  interfaces: ['modelExchange'],
  explanation:
    'The vectors of continuous states, derivatives and event indicators have the values of the variables of the model structure. Their lengths are the sums of the sizes of these variables. The states are those that were set last, and the independent variable is the time that was set last. The check compares both ways in all its sequences: after events, in each region of the states, and with the largest sizes of arrays.',
  faults: [
    injectFault(
      'after two steps the first derivative is double',
      (base) => {
        let steps = 0;
        return {
          instantiate(options) {
            steps = 0;
            return base.instantiate(options);
          },
          call(op) {
            const answer = base.call(op);
            if (op.op === 'completedIntegratorStep') steps++;
            if (op.op === 'getContinuousStateDerivatives' && steps >= 2) op.doubles[0] *= 2;
            return answer;
          },
        };
      },
      { kind: 'modelExchange' },
    ),
  ],
  difference: 'is asked for a value in two ways',
  ownPairs: [
    {
      before: [goOn, goOn, goOn, ...[1, 2].flatMap((kind) => [setEach(kind), far, far, goOn])],
      detour: [],
      after: [stir],
    },
  ],
  vary(walker, { before, after }) {
    const steps = [...before, ...after.flat()];
    const found = firstDisagreement(steps);
    if (found === undefined) readTimes(walker, steps);
    else partAt(walker, steps, found);
  },
});

/** Reads the independent variable as soon as the time was set, as solvers evaluate the model. */
function readTimes(walker: Walker, steps: readonly Step[]): void {
  const variables = walker.probe.description.variables.filter((v) => v.causality === 'independent');
  if (variables.length === 0) return;
  for (const step of steps) {
    walker.repeat([step]);
    if (step.action.do !== 'call' || step.action.op !== 'setTime') continue;
    const { shown } = walker.make({ do: 'look', variables });
    const values = [...shown.values()].flatMap(({ variable, values: v }) =>
      variable === undefined ? [] : [[variable, v] as const],
    );
    const difference = timeDifference(walker.situation, new Map(values));
    if (difference !== undefined) throw new Parted(difference, step);
  }
}

/** Values that were shown or set since something else may have changed them, each with its source. */
class Known {
  private readonly variables = new Map<Variable, readonly Value[]>();
  /** The continuous states that were set last, until an event may change them. */
  private states: readonly number[] | undefined;

  /** Returns a difference from what was known, and learns what the step shows. */
  learn({ action, answer, before }: Step): Difference | undefined {
    if (action.do === 'look') {
      this.variables.clear();
      for (const { variable, values } of answer.shown.values())
        if (variable !== undefined) this.variables.set(variable, values);
      return timeDifference(before, this.variables);
    }
    if (action.do === 'call' && /^getNumber/.test(action.op))
      return countDifference(action.op, before, answer);
    if (action.do === 'vector' && action.values === undefined)
      return this.vectorDifference(action.op, before, [...answer.shown.values()][0].values);
    this.variables.clear();
    if (action.do === 'vector') this.states = action.values;
    else if (action.do !== 'call' || !/^(?:setTime|completedIntegratorStep)$/.test(action.op))
      this.states = undefined;
    return undefined;
  }

  private vectorDifference(op: Asked, before: Situation, values: readonly Value[]): Difference | undefined {
    const slack = solvedSlack(before.target.description);
    if (op === 'getContinuousStates' && this.states !== undefined) {
      const difference = differs(op, values, this.states, slack, 'the values that were set');
      if (difference !== undefined) return difference;
    }
    let at = 0;
    for (const variable of variablesOf(op, before)) {
      const size = elementCount(variable);
      const part = values.slice(at, (at += size));
      const known = this.variables.get(variable);
      const difference = known && differs(op, part, known, slack, `"${variable.name}"`);
      if (difference !== undefined) return difference;
    }
    return undefined;
  }
}

type Asked = keyof typeof vectorNames;

function differs(
  op: Asked,
  values: readonly Value[],
  expected: readonly Value[],
  slack: Slack,
  other: string,
): Difference | undefined {
  if (differenceOf(values, expected, slack) !== 'large') return undefined;
  return {
    what: `${vectorNames[op]} differ from ${other}`.replace(/^./, (letter) => letter.toUpperCase()),
    value: quantity(undefined, values),
    expected: quantity(undefined, expected),
    size: 'large',
  };
}

/** Returns the variables whose values are in a vector, as far as the description tells them. */
function variablesOf(op: Asked, { description, target }: Situation): Variable[] {
  const { variables, continuousStateDerivatives, eventIndicators } = description;
  const rates = continuousStateDerivatives.map(({ variable }) => variables[variable]);
  if (op === 'getContinuousStateDerivatives') return rates;
  if (op === 'getEventIndicators')
    return target.fmi === 2 ? [] : eventIndicators.map(({ variable }) => variables[variable]);
  if (op !== 'getContinuousStates') return [];
  const states = rates.map(({ derivative, type }) =>
    variables.find((v) => v.valueReference === derivative && v.type === type),
  );
  return states.every((v) => v !== undefined) ? states : [];
}

function timeDifference(
  { mode, time }: Situation,
  shown: ReadonlyMap<Variable, readonly Value[]>,
): Difference | undefined {
  if (mode !== 'continuousTime' && mode !== 'event') return undefined;
  for (const [variable, values] of shown) {
    if (variable.causality !== 'independent' || values.length !== 1) continue;
    if (Math.abs(Number(values[0]) - time) <= 1e-9 * Math.max(1, Math.abs(time))) continue;
    return {
      what: `The independent variable "${variable.name}" differs from the time that was set`,
      value: quantity(variable, values),
      expected: quantity(variable, [time]),
      size: 'large',
      variable,
    };
  }
  return undefined;
}

function countDifference(op: string, before: Situation, { shown }: Step['answer']): Difference | undefined {
  const isStates = op === 'getNumberOfContinuousStates';
  const expected = isStates ? before.stateCount : before.indicatorCount;
  const count = Number(shown.get('count')?.values[0]);
  if (count === expected) return undefined;
  return {
    what: `The number of ${isStates ? 'continuous states' : 'event indicators'} differs from the sizes of the variables`,
    value: String(count),
    expected: String(expected),
    size: 'large',
  };
}

function firstDisagreement(steps: readonly Step[]): Contradiction | undefined {
  const known = new Known();
  for (const [at, step] of steps.entries()) {
    const difference = known.learn(step);
    if (difference !== undefined) return { at, difference };
  }
  return undefined;
}
