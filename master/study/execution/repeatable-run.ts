import type { Instance } from '../../../fmu-sdk/host/instance/instance.ts';
import { StateCopy } from '../../../fmu-sdk/util/state/state-copy.ts';
import { messageOf } from '../../../fmu-sdk/util/user-error.ts';
import { type Activity, cell } from '../../coupling/activity.ts';
import type { ObserverKind } from '../../observe/observer.ts';
import type { InstancePool } from '../../run/instances/instance-pool.ts';
import { PlannedRun } from '../../run/run-plan.ts';
import type { CheckedSystem } from '../../system/system.ts';
import { type RunEndResult, runToItsEnd } from './one-run.ts';

/** Number of runs after which instances of other tools are opened anew, so that leaks stay small. */
const mostRuns = 1000;

/**
 * Run of a system that is prepared once and repeated with other values, after a reset of its FMUs. With
 * fmukit FMUs it gives the bits of new runs. Other FMUs may reset badly, so their runs need to be
 * confirmed.
 *
 * Call order: `prepare` → `run`* while `isSound` → `release`.
 */
export class RepeatableRun {
  /** False if an FMU has stopped. Then the run cannot be repeated. */
  isSound = true;
  /** True if an FMU has refused its reset. */
  isRefused = false;
  private runs = 0;

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
    const fault = this.reset();
    if (fault !== undefined) {
      this.isSound = false;
      this.isRefused = true;
      const { startTime: time } = this.system;
      return { ending: 'failed', verdict: '', message: fault, time, steps: 0 };
    }
    this.beginning.restore();
    session.rewind(units);
    session.activity.cells[cell.run]++;
    const { sound, ...end } = runToItsEnd(session);
    this.isSound = sound;
    return end;
  }

  /** True if the FMUs have made so many runs that they should be opened anew. */
  get isWorn(): boolean {
    return this.runs >= mostRuns && !isSealed(this.system);
  }

  /** Resets all FMUs. Returns the error of one that cannot. */
  private reset(): string | undefined {
    this.runs++;
    try {
      for (const instance of this.instances) instance.reset();
      return undefined;
    } catch (error) {
      return messageOf(error);
    }
  }

  /** Returns the instances to the pool. */
  release(): void {
    this.pool.give(this.system, this.instances, this.isSound);
  }
}

/** Reports whether all FMUs of a system are fmukit FMUs, whose reset is exact. */
export function isSealed({ units }: CheckedSystem): boolean {
  return units.every(({ binary }) => binary.form === 'core');
}
