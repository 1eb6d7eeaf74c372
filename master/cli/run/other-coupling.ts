import { rollbackOf } from '../../../fmu-sdk/host/state/rollback-kind.ts';
import { withAlgorithm } from '../../advise/candidates.ts';
import type { CouplingScheme } from '../../coupling/coupling.ts';
import { couplings } from '../../coupling/scheme-registry.ts';
import type { CheckedSystem, SystemUnit } from '../../system/system.ts';
import type { OtherCoupling } from './run-within.ts';

/**
 * Name of the other scheme. With parabolas it has order 3, and an iteration is rarely needed. It also
 * solves the first step, in which an explicit scheme holds its inputs.
 */
const otherScheme = 'iterative-gauss-seidel';

/**
 * Returns a coupling that may need larger steps than the one of a system. Undefined if the system
 * chooses its steps, or if an FMU cannot return to an earlier state by itself.
 */
export function otherCoupling(
  system: CheckedSystem,
  scheme: CouplingScheme | undefined,
): OtherCoupling | undefined {
  const { units, connections, groups, step } = system;
  if (scheme === undefined || scheme.traits.adaptive === true || scheme.traits.implicit) return undefined;
  if (units.length < 2 || connections.length === 0 || groups !== undefined) return undefined;
  if (units.some((unit) => unit.step !== undefined) || !units.every(rollsBack)) return undefined;
  return {
    system: withAlgorithm(system, { scheme: otherScheme, order: 2, step, options: {} }),
    scheme: couplings.named(otherScheme, `run ${system.name}`),
  };
}

/** Reports whether a unit returns to an earlier state faster than it makes a step. */
function rollsBack({ description, binary }: SystemUnit): boolean {
  const rollback = rollbackOf(description, binary);
  return 'by' in rollback && (rollback.by === 'memory' || rollback.by === 'state');
}
