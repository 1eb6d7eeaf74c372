import {
  continuousStateCount,
  hasContinuousInputs,
  type ModelDescription,
} from '../description/description.ts';
import { chooseImplicit } from '../solver/methods/auto-switching.ts';
import type { Method } from '../solver/ode-integrator.ts';
import { integrators } from '../solver/solver-registry.ts';

/**
 * Describes the integration of a model-exchange FMU. Returns undefined without continuous states.
 */
export function integrationText(
  description: ModelDescription,
  solver: string | undefined,
  customIntegrators: readonly Method[] | undefined,
): string | undefined {
  const n = continuousStateCount(description);
  if (n === 0) return undefined;
  const name = solver ?? integrators.with(customIntegrators).all[0].name;
  const states = `${n} continuous state${n === 1 ? '' : 's'}`;
  const rule =
    name === 'auto'
      ? `dopri5, and ${chooseImplicit({ n, driven: hasContinuousInputs(description) })} from where they prove stiff`
      : '';
  return `${states}, integrated by ${name}${rule === '' ? '' : ` (${rule})`}`;
}
