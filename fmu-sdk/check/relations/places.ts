import type { Step } from './walker.ts';

/** Between setters that follow each other, one place of so many is enough. */
const setters = 3;

/**
 * Returns true if a sequence is interrupted after step `i` to read values: after each call, but
 * between setters only after every third. `phase` chooses which, so that pairs differ in it.
 */
export function isPlaceToAsk(steps: readonly Step[], i: number, phase: number): boolean {
  const isSetter = (step: Step | undefined): boolean => step?.action.do === 'set';
  return !isSetter(steps[i]) || !isSetter(steps[i + 1]) || (i + phase) % setters === 0;
}
