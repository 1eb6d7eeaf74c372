import { setTimeout as delay } from 'node:timers/promises';
import type { SystemRunner } from '../../run/system-runner.ts';
import { say, text } from '../command.ts';
import { endChildren } from './signals.ts';

/** How long a run may take to end when it was asked: its present step, and once more where it is ended in the midst of that [ms]. */
const grace = 2000;
/** How often it is looked at meanwhile [ms]. */
const interval = 100;

/** Waits for a run that was asked to end, and says what has not come within `grace`. Late looks count once: a busy machine is patient. */
export async function endless(runner: SystemRunner): Promise<string> {
  for (let looks = 0; looks * interval < grace; ) {
    await delay(interval, undefined, { ref: false });
    looks = runner.waits ? looks + 1 : 0;
  }
  const { called } = runner;
  const what =
    called === undefined
      ? 'the run has not begun'
      : `step ${called.unit}: at t = ${called.time} s the unit has not come back`;
  return text`${what} within ${grace / 1000} s since it was asked to end, and is ended.`;
}

/** Ends a run in the midst of its step. One whose isolated unit is gone comes to its end, with all its rows; one that is in another unit does not. */
export async function forceEnd(
  runner: SystemRunner,
  running: Promise<unknown> | undefined,
): ReturnType<SystemRunner['kill']> {
  if (endChildren() || !runner.waits) await Promise.race([running?.catch(() => {}), delay(grace)]);
  return runner.kill();
}

/** Ends the command; a thread that is stuck in a unit's own code ends with the process alone. */
export function exit(code: number, words: string, stuck = false): void {
  if (words !== '') say(words);
  if (stuck) process.kill(process.pid, 'SIGKILL');
  process.exit(code);
}
