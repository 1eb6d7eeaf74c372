import type { Instance } from '../../fmu-sdk/host/instance.ts';
import { hosts } from '../../fmu-sdk/host/registry.ts';
import type { Activity } from '../coupling/activity.ts';
import { closeAll, openInstances } from '../run/open-instances.ts';
import { rollsBack } from '../run/scheme.ts';
import type { CheckedSystem } from '../system/system.ts';

/** Sets of instances that are kept. */
const mostKept = 8;

interface Kept {
  readonly units: readonly unknown[];
  readonly instances: Instance[];
}

/**
 * Instances for runs that come one after the other: those of sealed units are used again after a reset, which gives the bits of new ones;
 * any others are opened for each run.
 */
export class InstancePool {
  private kept: Kept[] = [];

  constructor(private readonly activity: Activity) {}

  async take(system: CheckedSystem): Promise<Instance[]> {
    const units = parts(system);
    const known = this.kept.find((each) => same(each.units, units));
    if (known !== undefined) {
      for (const instance of known.instances) instance.reset();
      return known.instances;
    }
    return openInstances(system, this.activity, hosts, undefined, () => {}, rollsBack(system));
  }

  /** `sound`: no unit has stopped; what went wrong in closing comes back. */
  give(system: CheckedSystem, instances: Instance[], sound: boolean): string[] {
    const units = parts(system);
    const isKept = this.kept.some((each) => each.instances === instances);
    const reusable = sound && system.units.every(({ binary }) => binary.form === 'core');
    if (reusable) {
      if (!isKept) this.kept = [{ units, instances }, ...this.kept.slice(0, mostKept - 1)];
      return [];
    }
    this.kept = this.kept.filter((each) => each.instances !== instances);
    return closeAll(instances, this.activity);
  }
}

/** What instances are made of: equal parts, equal instances. */
function parts({ units }: CheckedSystem): unknown[] {
  return units.flatMap(({ name, binary, description }) => [name, binary, description]);
}

function same(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((each, i) => each === b[i]);
}
