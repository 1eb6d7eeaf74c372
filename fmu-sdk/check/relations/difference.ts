import type { Variable } from '../../description/description.ts';
import { status, statusNames } from '../../host/instance/fmi-api.ts';
import type { Target } from '../behaviour/check-target.ts';
import { quantity } from '../behaviour/values/message-text.ts';
import { differenceOf, type Slack, solvedSlack } from '../behaviour/values/value-difference.ts';
import type { Answer } from './action.ts';

/** Value that differs in a second answer. */
export interface Difference {
  readonly what: string;
  readonly value: string;
  readonly expected: string;
  /** Small differences are within the tolerance of the FMU. */
  readonly size: 'small' | 'large';
  readonly variable?: Variable | undefined;
  /** The second instance refuses what the first one grants. */
  readonly isRefusal?: boolean;
}

/**
 * Flags by which an FMU tells what it wants next. An FMU that was asked in between may need no
 * further iteration. Wrong flags show in the values that follow.
 */
const wishes: ReadonlySet<string> = new Set([
  'newDiscreteStatesNeeded',
  'valuesChanged',
  'nominalsChanged',
  'eventNeeded',
]);

/** Returns the largest kind of difference of two answers to one action, or undefined. */
export function differenceBetween(target: Target, expected: Answer, answer: Answer): Difference | undefined {
  if (isGranted(expected) !== isGranted(answer))
    return {
      what: 'The call has another status',
      value: statusNames[answer.status],
      expected: statusNames[expected.status],
      size: 'large',
      isRefusal: answer.status > status.warning,
    };
  const slack = solvedSlack(target.description);
  const isSolvedAnew = statesAreClose(target, expected, answer, slack);
  let small: Difference | undefined;
  for (const [name, { values, variable }] of expected.shown) {
    const other = answer.shown.get(name)?.values;
    const found = differenceOf(values, other, slack, variable);
    const isMild = wishes.has(name) || (isSolvedAnew && followsStates(variable));
    const size = found === 'large' && isMild ? 'small' : found;
    if (size === 'none' || (size === 'small' && small !== undefined)) continue;
    const difference = {
      what: `${subject(name)} ${/^the (?!interval)/.test(name) ? 'differ' : 'differs'}`,
      value: other === undefined ? 'no value' : quantity(variable, other),
      expected: quantity(variable, values),
      size,
      variable,
      isRefusal: other === undefined,
    };
    if (size === 'large') return difference;
    small = difference;
  }
  return small;
}

/** Returns the continuous states of co-simulation, which a solver of the FMU computes. */
export function solvedStates({ kind, description }: Pick<Target, 'kind' | 'description'>): Variable[] {
  if (kind !== 'coSimulation') return [];
  const { variables, continuousStateDerivatives } = description;
  const references = continuousStateDerivatives.map(({ variable }) => variables[variable].derivative);
  return variables.filter((v) => v.type.startsWith('Float') && references.includes(v.valueReference));
}

/**
 * Steps of a sequence beside those of `solvedSlack`: some moves make twenty communication steps. Each
 * step adds at most one tolerance.
 */
const moreSteps = 10;

/**
 * Returns true if the solver of the FMU has taken other steps, and the states are still within its
 * tolerance. Stiff equations then have derivatives and other values beyond it.
 */
function statesAreClose(target: Target, expected: Answer, answer: Answer, slack: Slack): boolean {
  const longSlack: Slack = (x, y, variable) => moreSteps * slack(x, y, variable);
  const found = solvedStates(target).flatMap((variable) => {
    const name = `"${variable.name}"`;
    const values = expected.shown.get(name)?.values;
    return values === undefined
      ? []
      : differenceOf(values, answer.shown.get(name)?.values, longSlack, variable);
  });
  return found.includes('small') && !found.includes('large');
}

function followsStates(variable: Variable | undefined): boolean {
  return (
    variable?.type.startsWith('Float') === true &&
    variable.variability === 'continuous' &&
    (variable.causality === 'local' || variable.causality === 'output')
  );
}

function isGranted({ status: answered }: Answer): boolean {
  return answered <= status.warning;
}

function subject(name: string): string {
  if (/^\w+$/.test(name)) return `The result ${name} of the call`;
  return `${name[0].toUpperCase()}${name.slice(1)}`;
}
