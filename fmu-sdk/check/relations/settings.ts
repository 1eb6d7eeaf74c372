import type { Variable } from '../../description/description.ts';
import { isClocked } from '../behaviour/values/variable-selection.ts';
import type { Step } from './walker.ts';

/**
 * Index behind the setters that follow each other from `at` on. Clocks count as setters, but variables
 * that may be set only while a Clock is active come after its activation.
 */
export function endOfSettings(steps: readonly Step[], at: number): number {
  let end = at;
  let hasClock = false;
  for (; end < steps.length && isSetting(steps[end]); end++) {
    const variable = variableOf(steps[end])!;
    if (hasClock && variable.type !== 'Clock' && isClocked(variable)) break;
    hasClock ||= variable.type === 'Clock';
  }
  return end;
}

/** Returns true for a setter that activates a Clock. */
export function isActivation(step: Step): boolean {
  return variableOf(step)?.type === 'Clock';
}

function isSetting({ action }: Step): boolean {
  return (
    action.do === 'set' &&
    action.variable.causality !== 'structuralParameter' &&
    action.variable.canHandleMultipleSetPerTimeInstant !== false
  );
}

/** Returns the last setter of each variable. */
export function lastSettings(steps: readonly Step[]): Step[] {
  return [...new Map(steps.map((step) => [variableOf(step), step])).values()];
}

function variableOf({ action }: Step): Variable | undefined {
  return action.do === 'set' ? action.variable : undefined;
}
