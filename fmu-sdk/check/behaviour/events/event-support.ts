import type { Variable } from '../../../description/description.ts';
import type { Target } from '../check-target.ts';

/** Why a rule on Event Mode does not speak of a target. */
export function withEvents({ kind, description }: Target): string | undefined {
  return kind === 'modelExchange' || description.coSimulation?.hasEventMode
    ? undefined
    : 'the FMU does not support Event Mode';
}

export function clockVariables({ description }: Target): Variable[] {
  return description.variables.filter((v) => v.type === 'Clock');
}

/** Returns true if the description fixes the interval of the clock. */
export function isPeriodic({ intervalVariability, intervalDecimal }: Variable): boolean {
  return (
    (intervalVariability === 'constant' || intervalVariability === 'fixed') && intervalDecimal !== undefined
  );
}
