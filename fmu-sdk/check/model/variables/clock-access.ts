import type { Model } from '../checked-model.ts';
import type { Variable } from './model-variable.ts';

export function clocks(model: Model): Variable[] {
  return model.variables.filter((variable) => variable.type === 'Clock');
}

/** Why the rules on clocks do not apply. */
export function noClocks(model: Model): string | undefined {
  return model.variables.some((variable) => variable.type === 'Clock')
    ? undefined
    : 'the FMU does not have clocks';
}
