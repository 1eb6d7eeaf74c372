import { setTimeout as delay } from 'node:timers/promises';
import type { SystemRunner } from '../../run/worker/system-runner.ts';
import { printError, text } from '../command.ts';
import { killChildren } from './signals.ts';

/**
 * Time for a run to end its present step after a request [ms]. With late timers, the forced end and
 * the end of the process, two seconds must suffice.
 */
const graceMilliseconds = 1000;
/** Times of a forced end: for a run whose FMUs were killed, and for its thread [ms]. */
const [runMilliseconds, threadMilliseconds] = [250, 200];
/** Interval at which the run is checked meanwhile [ms]. */
const interval = 100;

/**
 * Waits for a run to end, and describes what did not return within `graceMilliseconds`. Delayed
 * checks count once, so that a busy machine gets more time.
 *
 * @param wait waits for a time [ms]
 */
export async function describeHangingRun(
  runner: Pick<SystemRunner, 'waits' | 'called'>,
  wait: (milliseconds: number) => Promise<unknown> = (time) => delay(time, undefined, { ref: false }),
): Promise<string> {
  for (let looks = 0; looks * interval < graceMilliseconds; ) {
    await wait(interval);
    looks = runner.waits ? looks + 1 : 0;
  }
  const { called } = runner;
  const what =
    called === undefined
      ? 'the run has not begun'
      : `step ${called.unit}: at t = ${called.time} s the FMU did not return`;
  return text`${what} within ${graceMilliseconds / 1000} s after the request to end. The run is ended by force.`;
}

/**
 * Ends a run during its step. If the process of an isolated FMU is killed, the run ends with all
 * its rows. If the step is in another FMU, it does not.
 */
export async function forceEnd(
  runner: SystemRunner,
  running: Promise<unknown> | undefined,
): ReturnType<SystemRunner['kill']> {
  if (killChildren() || !runner.waits) await Promise.race([running?.catch(() => {}), delay(runMilliseconds)]);
  return runner.killWithin(threadMilliseconds);
}

/** Ends the command. If a thread is stuck in the code of an FMU, it kills the process. */
export function exit(code: number, message: string, stuck = false): void {
  if (message !== '') printError(message);
  if (stuck) process.kill(process.pid, 'SIGKILL');
  process.exit(code);
}
