import type { Instance } from '../../../fmu-sdk/host/instance/instance.ts';

/** Number of processes that start at the same time. Their starts wait for the kernel. */
const width = 8;

/** How each unit is opened. */
export interface UnitOpener {
  /** Reports whether unit k waits for a process, so that it may open before its turn. */
  isAside(k: number): boolean;
  open(k: number): Promise<Instance>;
}

/**
 * Opens units in their order. Units in processes of their own start before their turn. If a unit
 * fails, all others are closed, and the error of the first one in order is thrown.
 *
 * @param close closes what was opened before an error
 */
export async function openInOrder(
  units: readonly number[],
  { isAside, open }: UnitOpener,
  close: (instances: Instance[]) => void,
): Promise<Instance[]> {
  const aside = units.filter(isAside);
  const begun = new Map<number, Promise<Instance>>();
  let next = 0;
  const begin = (): void => {
    for (; next < aside.length && begun.size < width; next++) {
      const opening = open(aside[next]);
      // Its turn handles the error.
      opening.catch(() => {});
      begun.set(aside[next], opening);
    }
  };
  const instances: Instance[] = [];
  try {
    for (const k of units) {
      begin();
      instances.push(await (begun.get(k) ?? open(k)));
      begun.delete(k);
    }
    return instances;
  } catch (error) {
    const others = await Promise.allSettled(begun.values());
    close([...instances, ...others.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))]);
    throw error;
  }
}
