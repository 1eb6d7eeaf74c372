import type { Variable } from '../../../description/description.ts';
import type { Target } from '../check-target.ts';

/** Why a rule on continuous states does not speak of a target. */
export function withStates({ description }: Target): string | undefined {
  return description.continuousStateDerivatives.length === 0
    ? 'the FMU does not have continuous states'
    : undefined;
}

/** Variables that are the derivatives, in their order. */
export function derivativeVariables({ description }: Target): Variable[] {
  return description.continuousStateDerivatives.map(({ variable }) => description.variables[variable]);
}
