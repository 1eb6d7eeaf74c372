import type { CheckedSystem } from '../system/system.ts';
import { onceForEachUnit } from './instances/unit-notes.ts';
import type { Session } from './loop/session.ts';
import { openRun, type RunEnvironment, refuseConflicts } from './open-run.ts';
import { runOpened } from './opened-run.ts';
import type { RunSettings } from './options/run-options.ts';
import { resolveAutoScheme } from './scheme/resolve-auto-scheme.ts';
import { rollsBack } from './scheme/scheme-choice.ts';
import { trialRunnerOf } from './scheme/trial-factory.ts';
import { reasonAgainstRestart, ThreadsChoice } from './threads/thread-choice.ts';
import type { RunResult } from './worker/run-protocol.ts';

/**
 * Runs a system in this thread, for `simulate` and for the thread of a `SystemRunner`. Yields the
 * session after every `batch` rows. If several threads turn out to be faster, the run begins again
 * with another session.
 */
export async function* runSystem(
  described: CheckedSystem,
  settings: RunSettings,
  environment: RunEnvironment,
  batch: number,
): AsyncGenerator<Session, RunResult> {
  refuseConflicts(described, settings);
  const { system, notes } = await resolveAutoScheme(trialRunnerOf(described, environment), environment.note);
  if (system !== described) environment.onStepChosen?.(system.step);
  const choice = new ThreadsChoice(system, {
    ...environment,
    rollback: rollsBack(system, environment.couplings),
    cannot: reasonAgainstRestart(settings, environment.observers?.length),
  });
  const note = onceForEachUnit(environment.note);
  const first = await openRun(system, settings, environment, note, choice.monitor);
  let result = yield* runOpened(first, batch);
  const restarted = choice.restartSystem(system);
  if (result === undefined && restarted !== undefined)
    result = yield* runOpened(await openRun(restarted, settings, environment, note), batch);
  return { ...result!, notes: [...notes, ...result!.notes], threads: choice.report };
}

/** Returns the result of a run, without looking at its rows. */
export async function resultOf(run: AsyncGenerator<Session, RunResult>): Promise<RunResult> {
  for (;;) {
    const { done, value } = await run.next();
    if (done) return value;
  }
}
