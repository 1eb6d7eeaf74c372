import type { Variable } from '../../description/description.ts';
import { status, statusNames } from '../../host/instance/fmi-api.ts';
import type { Target } from '../behaviour/check-target.ts';
import { quantity } from '../behaviour/values/message-text.ts';
import { differenceOf, solvedSlack } from '../behaviour/values/value-difference.ts';
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
  let small: Difference | undefined;
  for (const [name, { values, variable }] of expected.shown) {
    const other = answer.shown.get(name)?.values;
    const found = differenceOf(values, other, slack, variable);
    const size = found === 'large' && wishes.has(name) ? 'small' : found;
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

function isGranted({ status: answered }: Answer): boolean {
  return answered <= status.warning;
}

function subject(name: string): string {
  if (/^\w+$/.test(name)) return `The result ${name} of the call`;
  return `${name[0].toUpperCase()}${name.slice(1)}`;
}
