import type { Instance } from '../../fmu-sdk/host/instance.ts';
import { type Activity, cell, UnitFailure } from '../coupling/activity.ts';
import type { CouplingContext } from '../coupling/coupling.ts';
import { Exchange } from '../coupling/exchange.ts';
import type { OptionValues } from '../coupling/options.ts';
import type { Extrapolation } from '../extrapolation/extrapolation.ts';
import { extrapolations } from '../extrapolation/registry.ts';
import type { CheckedSystem, Connection } from '../system/system.ts';

/** What a coupling scheme works with; `more`: extrapolations beside those of this package. */
export function couplingContext(
  system: CheckedSystem,
  instances: readonly Instance[],
  activity: Activity,
  options: OptionValues,
  more: readonly Extrapolation[] | undefined,
  refuseInvalid: () => never,
): CouplingContext {
  const known = extrapolations.with(more);
  const extrapolationOf = ({ extrapolation }: Connection): Extrapolation | undefined =>
    extrapolation === undefined ? undefined : known.named(extrapolation, `run ${system.name}`);
  return {
    system,
    instances,
    activity,
    options,
    exchange: (connections) => new Exchange(connections, instances, system.step, extrapolationOf),
    advance: (unit, t, H) => {
      activity.cells[cell.unit] = unit;
      try {
        instances[unit].step(t, H);
      } catch (thrown) {
        throw new UnitFailure(unit, t, thrown);
      }
    },
    refuseInvalid,
  };
}
