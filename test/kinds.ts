import { wide } from './width.ts';

/** One packaged unit of each kind of code: three-dimensional and planar bodies, flexible ones, friction, oil, events. */
export const kinds: readonly string[] = [
  'crane-single',
  'quick-return',
  'flexible-four-bar',
  'cylinder-friction',
  'hydraulic-actuator',
  'sampled-controller',
];

/** All of these units where the tests go their whole way; at the desk those of `kinds`. */
export function ofEachKind(units: readonly string[]): readonly string[] {
  return units.filter((name) => wide || kinds.includes(name));
}
