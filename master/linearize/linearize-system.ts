import type { LinearModel } from '../../fmu-sdk/host/fmi-driver/linearize-fmu.ts';
import { ModelExchange } from '../../fmu-sdk/host/fmi-driver/model-exchange.ts';
import { hosts } from '../../fmu-sdk/host/host-registry.ts';
import { requirePath } from '../../fmu-sdk/util/files/require-path.ts';
import { type OptionTable, requireOptions } from '../../fmu-sdk/util/require-options.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import { closeAll, openInstances } from '../run/open-instances.ts';
import { Session } from '../run/session.ts';
import { type SingleOptions, singleKinds, singleSystem } from '../system/single-fmu.ts';

export type { LinearModel };

/** How a unit is linearized; everything has a default. */
export interface LinearizeOptions extends Omit<SingleOptions, 'kind' | 'stopTime' | 'record'> {
  /** When [s]: the unit is run to there; its start time when left out. */
  time?: number | undefined;
  /** By difference quotients also where it gives directional derivatives. */
  differences?: boolean | undefined;
}

const { kind: _, stopTime: __, record: ___, ...others } = singleKinds;
const linearizeKinds: OptionTable<LinearizeOptions> = { ...others, time: 'number', differences: 'boolean' };

/**
 * Linearizes a unit of model exchange about a point of its run: Δẋ = A Δx + B Δu, Δy = C Δx + D Δu.
 *
 * @example
 * const { A, B, C, D, states } = await linearize('pump.fmu', { time: 2 });
 */
export async function linearize(file: string, options: LinearizeOptions = {}): Promise<LinearModel> {
  requirePath('linearize', file);
  requireOptions(`linearize ${file}`, options, linearizeKinds);
  const { time, differences = false, ...single } = options;
  if (time !== undefined && !Number.isFinite(time))
    throw new UserError(
      `linearize ${file}: time = ${time} s is no time. Give the time of its run in seconds, or leave it out for its start.`,
    );
  const system = await singleSystem(file, { ...single, kind: 'modelExchange', stopTime: undefined });
  const { startTime, step } = system;
  const until = time ?? startTime;
  if (!(until >= startTime))
    throw new UserError(
      `linearize ${file}: ${until} s is before the start, ${startTime} s. Name a later time.`,
    );
  // The last step is shorter, so that it ends at that time.
  const steps = Math.max(1, Math.ceil(((until - startTime) / step) * (1 - 1e-12)));
  const wanted = until > startTime ? (until - startTime) / steps : step;
  const run = { ...system, step: wanted, stopTime: startTime + steps * wanted };
  const activity = { cells: new Int32Array(4) };
  const instances = await openInstances(run, activity, hosts);
  try {
    const session = new Session(run, { activity, instances });
    session.start();
    if (until > startTime) session.advance(steps);
    const [unit] = instances;
    if (unit instanceof ModelExchange) return unit.linearize(differences);
    throw new UserError(`linearize ${file}: nothing here runs its model exchange. Get another export of it.`);
  } finally {
    closeAll(instances, activity);
  }
}
