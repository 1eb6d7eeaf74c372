import { hosts } from '../../fmu-sdk/host/choice/host-registry.ts';
import type { LinearModel } from '../../fmu-sdk/host/fmi-driver/jacobian/linearize-fmu.ts';
import { ModelExchange } from '../../fmu-sdk/host/fmi-driver/model-exchange.ts';
import { requirePath } from '../../fmu-sdk/util/files/require-path.ts';
import { type OptionTable, requireOptions } from '../../fmu-sdk/util/require-options.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import { cell } from '../coupling/activity.ts';
import { closeAll, openInstances } from '../run/instances/open-instances.ts';
import { PlannedRun } from '../run/run-plan.ts';
import type { watchedHere } from '../run/worker/first-thread-watch.ts';
import { type SingleOptions, singleKinds, singleSystem } from '../system/single/single-fmu.ts';

export type { LinearModel };

/** Options of a linearization, all with defaults. */
export interface LinearizeOptions extends Omit<SingleOptions, 'kind' | 'stopTime' | 'record'> {
  /** Time of the operating point [s], to which the FMU is run. Default: its start time. */
  time?: number | undefined;
  /** True to use difference quotients even if the FMU provides directional derivatives. */
  differences?: boolean | undefined;
}

const { kind: _, stopTime: __, record: ___, ...others } = singleKinds;
const linearizeKinds: OptionTable<LinearizeOptions> = { ...others, time: 'number', differences: 'boolean' };

/**
 * Linearizes a model-exchange FMU at a point of its run: Δẋ = A Δx + B Δu, Δy = C Δx + D Δu.
 *
 * @example
 * const { A, B, C, D, states } = await linearize('pump.fmu', { time: 2 });
 */
export async function linearize(file: string, options: LinearizeOptions = {}): Promise<LinearModel> {
  return linearizeBy(file, options, async (_, work) => work({ cells: new Int32Array(4) }));
}

/**
 * Linearizes as `linearize` does.
 *
 * @param doing calls the FMU of the system by the given work
 */
export async function linearizeBy(
  file: string,
  options: LinearizeOptions,
  doing: typeof watchedHere<LinearModel>,
): Promise<LinearModel> {
  requirePath('linearize', file);
  requireOptions(`linearize ${file}`, options, linearizeKinds);
  const { time, differences = false, ...single } = options;
  if (time !== undefined && !Number.isFinite(time))
    throw new UserError(
      `linearize ${file}: time must be a finite number of seconds, got ${time}. Leave it out for the start time.`,
    );
  const system = await singleSystem(file, { ...single, kind: 'modelExchange', stopTime: undefined });
  const { startTime, step } = system;
  const until = time ?? startTime;
  if (!(until >= startTime))
    throw new UserError(
      `linearize ${file}: the time ${until} s is before the start at ${startTime} s. Give a later time.`,
    );
  // Shorten the last step to end at the given time.
  const steps = Math.max(1, Math.ceil(((until - startTime) / step) * (1 - 1e-12)));
  if (!Number.isSafeInteger(steps))
    throw new UserError(
      `linearize ${file}: expected a time that steps of ${step} s reach, got ${until} s. Give an earlier time.`,
    );
  const wanted = until > startTime ? (until - startTime) / steps : step;
  const run = { ...system, step: wanted, stopTime: startTime + steps * wanted };
  return doing(run, async (activity) => {
    const instances = await openInstances(run, activity, hosts);
    try {
      const { session } = new PlannedRun({ system: run, activity, instances });
      session.start();
      if (until > startTime) session.advance(steps);
      const [unit] = instances;
      activity.cells[cell.unit] = 0;
      if (unit instanceof ModelExchange) return unit.linearize(differences);
      throw new UserError(
        `linearize ${file}: its model exchange does not run here. Get another export of it.`,
      );
    } finally {
      closeAll(instances, activity);
    }
  });
}
