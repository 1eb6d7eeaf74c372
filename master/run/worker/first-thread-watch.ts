import { Worker } from 'node:worker_threads';
import { thisTask } from '../../../fmu-sdk/host/watchdog/thread-clock.ts';
import { type Overdue, overdueText, type TimeLimits } from '../../../fmu-sdk/host/watchdog/time-limits.ts';
import { packageFile } from '../../../fmu-sdk/util/package-files.ts';
import { type Activity, cell, nobody } from '../../coupling/activity.ts';
import { RunStopped } from './stopped-run.ts';

/** Data of the watching thread. */
export interface WatchData {
  readonly cells: Int32Array;
  readonly task: Int32Array;
  readonly limits: TimeLimits;
  /** Receives which limit was exceeded (see `exceeded`), the unit, and the CPU time [s]. */
  readonly found: Float64Array;
}

/** Values of the first element of `found`. */
export const exceeded: readonly (Overdue | undefined)[] = [undefined, 'computes', 'waits'];

/** FMUs that a command calls in its own thread, and their limits of time. */
export interface WatchedUnits {
  readonly units: readonly { readonly name: string }[];
  readonly stepSeconds: number;
  readonly wallSeconds: number;
}

/** Interval at which this thread looks for the word of the watching thread [ms]. */
const interval = 50;

/**
 * Does work that calls FMUs in this thread, and ends it if an FMU does not return. Another thread
 * watches. It ends the JavaScript and WebAssembly that run here, so no `finally` of the work runs.
 * The process has to end after the error.
 *
 * @param work reports in the activity which FMU it calls
 * @throws RunStopped if an FMU exceeds its limits
 */
export async function watchedHere<Result>(
  { units, stepSeconds, wallSeconds }: WatchedUnits,
  work: (activity: Activity) => Result | Promise<Result>,
): Promise<Result> {
  const limits = { cpuSeconds: stepSeconds, wallSeconds };
  const cells = new Int32Array(new SharedArrayBuffer(4 * cellCount));
  cells[cell.unit] = nobody;
  const task = new Int32Array(new SharedArrayBuffer(8));
  task[0] = thisTask();
  const found = new Float64Array(new SharedArrayBuffer(24));
  const watcher = new Worker(packageFile('dist/first-thread-program.js'), {
    workerData: { cells, task, limits, found } satisfies WatchData,
  });
  let look: NodeJS.Timeout | undefined;
  const stopped = new Promise<never>((_, reject) => {
    watcher.on('error', reject);
    look = setInterval(() => {
      const [how, unit, cpu] = found;
      const limit = exceeded[how];
      if (limit === undefined) return;
      const option = limit === 'computes' ? 'stepSeconds' : 'wallSeconds';
      reject(
        new RunStopped(
          `step ${units[unit].name}: the unit ${overdueText(limit, { cpu, wall: 0 }, limits)}, and was stopped. Raise "limits.${option}" of a system file if the unit is only slow.`,
          false,
        ),
      );
    }, interval);
  });
  const show: Activity['show'] = (place) => watcher.postMessage(place);
  // Work that is ended loses its calls up to the event loop. So it begins there.
  const begun = new Promise((resolve) => setImmediate(resolve));
  const working = begun.then(() => work({ cells, task, show }));
  try {
    return await Promise.race([working, stopped]);
  } finally {
    clearInterval(look);
    await watcher.terminate();
  }
}

/** Number of cells: those of an activity. */
const cellCount = 8;
