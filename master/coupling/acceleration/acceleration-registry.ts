import { Registry } from '../../../fmu-sdk/util/registry.ts';
import type { AccelerationKind } from './acceleration.ts';
import { anderson, iqnIls } from './least-squares.ts';
import { aitken, relaxation } from './relaxation.ts';

/** Accelerations by name, as given in `algorithm.options.acceleration` of a system file. */
export const accelerations: Registry<AccelerationKind> = new Registry('acceleration', [
  relaxation,
  aitken,
  anderson,
  iqnIls,
]);
