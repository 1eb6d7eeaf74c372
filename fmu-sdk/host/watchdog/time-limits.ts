/**
 * How long a unit may take before it is given up. What counts is CPU time of its own, so that no unit is accused of what
 * else the machine does; wall time, many times as much, ends those that wait for ever.
 */
export interface Bounds {
  /** CPU time [s]. */
  cpuSeconds: number;
  /** Wall time [s]. */
  wallSeconds: number;
}

/** What a unit has used since it was called. */
export interface Spent {
  /** CPU time [s]. */
  cpu: number;
  /** Wall time [s]. */
  wall: number;
}

/** Which bound a unit has passed: it computes without end, or it waits. */
export type Overdue = 'computes' | 'waits';

/** Wall time that a unit has for each second of CPU time, where nobody says another. */
export const wallPerCpu = 20;

/** Never before `cpuSeconds` of wall time, so a unit that computes in several threads has no less than one in a single one. */
export function overdue({ cpu, wall }: Spent, { cpuSeconds, wallSeconds }: Bounds): Overdue | undefined {
  if (cpu >= cpuSeconds && wall >= cpuSeconds) return 'computes';
  return wall >= wallSeconds ? 'waits' : undefined;
}

/** The same as part of a sentence that begins with the unit or its function. */
export function overdueWords(how: Overdue, { cpu }: Spent, { cpuSeconds, wallSeconds }: Bounds): string {
  if (how === 'computes') return `computed for ${cpuSeconds} s of CPU time without coming back`;
  return (
    `did not come back within ${wallSeconds} s of wall time while it used only ${cpu.toFixed(2)} s of CPU time ` +
    '(it waits for something, or the machine is busy)'
  );
}
