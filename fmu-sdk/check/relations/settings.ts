import type { Variable } from '../../description/description.ts';
import type { Step } from './walker.ts';

/** Index behind the setters that follow each other from `at` on. Clocks are activated in order. */
export function endOfSettings(steps: readonly Step[], at: number): number {
  let end = at;
  while (end < steps.length && isSetting(steps[end])) end++;
  return end;
}

function isSetting({ action }: Step): boolean {
  return (
    action.do === 'set' &&
    action.variable.type !== 'Clock' &&
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
