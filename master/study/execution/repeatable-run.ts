import type { Instance } from '../../../fmu-sdk/host/instance/instance.ts';
import { StateCopy } from '../../../fmu-sdk/util/state/state-copy.ts';
import { type Activity, cell } from '../../coupling/activity.ts';
import type { ObserverKind } from '../../observe/observer.ts';
import type { InstancePool } from '../../run/instances/instance-pool.ts';
import { PlannedRun } from '../../run/run-plan.ts';
import type { CheckedSystem } from '../../system/system.ts';
import { type RunEndResult, runToItsEnd } from './one-run.ts';

/**
 * Run of a system of fmukit FMUs that is prepared once and repeated with other values. It gives the
 * bits of new runs.
 *
 * Call order: `prepare` → `run`* while `isSound` → `release`.
 */
export class RepeatableRun {
  /** False if an FMU has stopped. Then the run cannot be repeated. */
  isSound = true;

  private constructor(
    private readonly pool: InstancePool,
    private readonly system: CheckedSystem,
    private readonly instances: Instance[],
    private readonly planned: PlannedRun,
    private readonly beginning: StateCopy,
  ) {}

  /** Takes the instances of a system from the pool and prepares their run. */
  static async prepare(
    system: CheckedSystem,
    pool: InstancePool,
    activity: Activity,
    observers: readonly ObserverKind[],
  ): Promise<RepeatableRun> {
    const instances = await pool.take(system);
    try {
      const planned = new PlannedRun({ system, activity, instances, inner: observers, foresight: true });
      return new RepeatableRun(pool, system, instances, planned, new StateCopy(planned.session));
    } catch (error) {
      pool.give(system, instances, false);
      throw error;
    }
  }

  /** Runs with these units, which differ from those of the system by values alone. */
  run(units: CheckedSystem['units']): RunEndResult {
    const { session } = this.planned;
    for (const instance of this.instances) instance.reset();
    this.beginning.restore();
    session.rewind(units);
    session.activity.cells[cell.run]++;
    const { sound, ...end } = runToItsEnd(session);
    this.isSound = sound;
    return end;
  }

  /** Returns the instances to the pool. */
  release(): void {
    this.pool.give(this.system, this.instances, this.isSound);
  }
}
