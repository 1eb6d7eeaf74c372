import { regionOf } from '../../../fmu-sdk/host/fast-path/shared-memory.ts';
import type { Instance } from '../../../fmu-sdk/host/instance/instance.ts';
import type { Activity } from '../../coupling/activity.ts';
import type { CheckedSystem } from '../../system/system.ts';
import { closeAll } from './open-instances.ts';

/** Largest number of instance sets in the pool. */
const maxInstanceSets = 8;

interface Kept {
  readonly units: readonly unknown[];
  readonly instances: Instance[];
  /** Releases the additional memory of the last run. */
  readonly restore: () => void;
}

/**
 * Instances for successive runs. Instances of fmukit FMUs are reused after a reset, which gives the
 * same bits as new ones. Other instances are opened for each run.
 *
 * Call order: (`take` → `give`)* → `close`.
 */
export class InstancePool {
  private cachedSets: Kept[] = [];
  private readonly backs = new WeakMap<Instance[], () => void>();

  constructor(
    private readonly activity: Activity,
    /** Opens the instances of a system that the pool does not have. */
    private readonly open: (system: CheckedSystem) => Promise<Instance[]>,
  ) {}

  async take(system: CheckedSystem): Promise<Instance[]> {
    const units = parts(system);
    const known = this.cachedSets.find((candidate) => same(candidate.units, units));
    if (known !== undefined) {
      known.restore();
      for (const instance of known.instances) instance.reset();
      return known.instances;
    }
    const instances = await this.open(system);
    this.backs.set(instances, restorePoint(instances));
    return instances;
  }

  /**
   * Returns instances to the pool. `sound` means that no FMU has stopped. Returns errors of
   * closing.
   */
  give(system: CheckedSystem, instances: Instance[], sound: boolean): string[] {
    const units = parts(system);
    const isKept = this.cachedSets.some((candidate) => candidate.instances === instances);
    const isLocal = (system.threads ?? 1) === 1;
    const reusable = sound && isLocal && system.units.every(({ binary }) => binary.form === 'core');
    if (reusable) {
      const restore = this.backs.get(instances) ?? (() => {});
      if (!isKept)
        this.cachedSets = [{ units, instances, restore }, ...this.cachedSets.slice(0, maxInstanceSets - 1)];
      return [];
    }
    this.cachedSets = this.cachedSets.filter((candidate) => candidate.instances !== instances);
    return closeAll(instances, this.activity);
  }

  /** Closes the instances that wait for a run. Returns errors of closing. */
  close(): string[] {
    const sets = this.cachedSets;
    this.cachedSets = [];
    return sets.flatMap(({ instances }) => closeAll(instances, this.activity));
  }
}

/** Returns a function that restores the present state of shared memories. */
function restorePoint(instances: readonly Instance[]): () => void {
  const shared = new Set(instances.flatMap((instance) => regionOf(instance)?.regions ?? []));
  const marks = [...shared].map((regions) => ({ regions, mark: regions.mark() }));
  return () => {
    for (const { regions, mark } of marks) regions.back(mark);
  };
}

/** Returns the parts that define instances. Equal parts give equal instances. */
function parts({ units, threads, homes }: CheckedSystem): unknown[] {
  return [threads, homes, ...units.flatMap(({ name, binary, description }) => [name, binary, description])];
}

function same(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((candidate, i) => candidate === b[i]);
}
