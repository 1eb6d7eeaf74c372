import type { Instance } from '../../../fmu-sdk/host/instance/instance.ts';
import { messageOf, UserError } from '../../../fmu-sdk/util/user-error.ts';
import type { Activity } from '../../coupling/activity.ts';
import type { ObserverKind } from '../../observe/observer.ts';
import type { InstancePool } from '../../run/instances/instance-pool.ts';
import type { Session } from '../../run/loop/session.ts';
import { verdictOf } from '../../run/rows/summarize-run.ts';
import { PlannedRun } from '../../run/run-plan.ts';
import type { CheckedSystem } from '../../system/system.ts';
import type { VerdictWord } from '../../verdict/verdict.ts';
import type { RunEnding } from './run-outcome.ts';

/** Number of steps between two checks for finite values. */
const stride = 256;

/** Ending of a run, without its numbers. */
export interface RunEndResult {
  ending: RunEnding;
  verdict: VerdictWord | '';
  message: string;
  time: number;
  steps: number;
}

/**
 * Runs a system once, with observers and without results. Errors during the run become its ending.
 * An FMU that fails while it is closed gives a finished run its message.
 */
export async function runOnce(
  system: CheckedSystem,
  pool: InstancePool,
  activity: Activity,
  observers: readonly ObserverKind[],
): Promise<RunEndResult> {
  const instances = await pool.take(system);
  const faults: string[] = [];
  const end = runWith(instances, { system, activity, observers }, (sound) => {
    faults.push(...pool.give(system, instances, sound));
  });
  return end.message === '' ? { ...end, message: faults.join(' ') } : end;
}

interface Run {
  readonly system: CheckedSystem;
  readonly activity: Activity;
  readonly observers: readonly ObserverKind[];
}

/** Runs a system with open instances, and gives them back with true if no FMU has stopped. */
function runWith(
  instances: Instance[],
  { system, activity, observers }: Run,
  giveBack: (sound: boolean) => void,
): RunEndResult {
  let isSound = false;
  try {
    const { session } = new PlannedRun({ system, activity, instances, inner: observers, foresight: true });
    const { sound, ...end } = runToItsEnd(session);
    isSound = sound;
    return end;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { ending: 'refused', verdict: '', message: messageOf(error), time: system.startTime, steps: 0 };
  } finally {
    giveBack(isSound);
  }
}

/** Runs a session to its end. `sound` is true if no FMU has stopped. */
export function runToItsEnd(session: Session): RunEndResult & { sound: boolean } {
  try {
    session.start();
    while (!session.done) {
      session.advance(stride);
      session.checkFinite();
    }
    session.end('finished');
    const sound = session.ended === undefined;
    const { word: verdict } = verdictOf(session);
    return { ...reached(session), ending: sound ? 'finished' : 'ended', verdict, message: '', sound };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const sound = !isFinite(session);
    session.end('failed');
    const ending = sound ? 'diverged' : 'failed';
    const verdict = sound ? 'do not trust' : '';
    return { ...reached(session), ending, verdict, message: messageOf(error), sound };
  }
}

function reached(session: Session): { time: number; steps: number } {
  return { time: session.time(), steps: session.n };
}

function isFinite(session: Session): boolean {
  try {
    session.checkFinite();
    return true;
  } catch {
    return false;
  }
}
