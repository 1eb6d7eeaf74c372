/**
 * Time limits of an FMU call. CPU time of the call counts, so that the load of the machine does not
 * matter. Wall time, with a much larger limit, ends calls that wait forever.
 */
export interface TimeLimits {
  /** CPU time [s]. */
  cpuSeconds: number;
  /** Wall time [s]. */
  wallSeconds: number;
}

/** Time used by an FMU since it was called. */
export interface TimeSpent {
  /** CPU time [s]. */
  cpu: number;
  /** Wall time [s]. */
  wall: number;
}

/** Exceeded limit: CPU time (`computes`) or wall time (`waits`). */
export type Overdue = 'computes' | 'waits';

/** Default wall time per second of CPU time. */
export const wallPerCpu = 20;

/**
 * Returns the exceeded limit. Never before `cpuSeconds` of wall time, so that an FMU with several
 * threads has as much time as one with a single thread.
 */
export function overdue(
  { cpu, wall }: TimeSpent,
  { cpuSeconds, wallSeconds }: TimeLimits,
): Overdue | undefined {
  if (cpu >= cpuSeconds && wall >= cpuSeconds) return 'computes';
  return wall >= wallSeconds ? 'waits' : undefined;
}

/** Describes the exceeded limit as part of a sentence that begins with the FMU or its function. */
export function overdueText(
  how: Overdue,
  { cpu }: TimeSpent,
  { cpuSeconds, wallSeconds }: TimeLimits,
): string {
  if (how === 'computes') return `computed for ${cpuSeconds} s of CPU time without returning`;
  return (
    `did not return within ${wallSeconds} s of wall time and used only ${cpu.toFixed(2)} s of CPU time ` +
    '(it is waiting, or the machine is busy)'
  );
}
