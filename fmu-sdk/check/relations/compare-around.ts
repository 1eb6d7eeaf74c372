import type { Answer, Shown } from './action.ts';
import { differenceBetween } from './difference.ts';
import { look } from './moves.ts';
import { Parted, type Step, type Walker } from './walker.ts';

/**
 * Reads all values before and after calls that must not change them, and compares those that
 * `isCompared`. Throws `Parted` at `step` if they differ.
 */
export function compareAround(
  walker: Walker,
  step: Step,
  calls: () => void,
  isCompared: (value: Shown) => boolean = () => true,
): void {
  const read = (): Answer => {
    look(walker);
    const { status, shown } = walker.steps.at(-1)!.answer;
    return { status, shown: new Map([...shown].filter(([, value]) => isCompared(value))) };
  };
  const expected = read();
  calls();
  const difference = differenceBetween(walker.probe.target, expected, read());
  if (difference !== undefined) throw new Parted(difference, step);
}
