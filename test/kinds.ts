import { isFullTest } from './width.ts';

/**
 * One packaged FMU of each kind: three-dimensional, planar and flexible bodies, friction, oil,
 * events.
 */
export const kinds: readonly string[] = [
  'crane-single',
  'quick-return',
  'flexible-four-bar',
  'cylinder-friction',
  'hydraulic-actuator',
  'sampled-controller',
];

/** Returns all of these FMUs in full tests, and only the ones of `kinds` in quick tests. */
export function ofEachKind(units: readonly string[]): readonly string[] {
  return units.filter((name) => isFullTest || kinds.includes(name));
}
