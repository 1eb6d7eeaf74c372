import type { SubstepColumns } from '../coupling/substep-log.ts';
import { type CheckpointWriter, type Results, runToEnd } from './loop/run-loop.ts';
import type { Session } from './loop/session.ts';
import type { Pacer } from './realtime/real-time-pacer.ts';
import { PlannedRun, type RunPlan } from './run-plan.ts';
import type { RunResult } from './worker/run-protocol.ts';

/** Plan of a run whose units and files are open. */
export interface OpenedRun {
  readonly plan: RunPlan;
  readonly results?: Results | undefined;
  readonly pacer?: Pacer | undefined;
  /** Creates the writer of checkpoints. */
  readonly checkpointWriter?: ((run: PlannedRun) => CheckpointWriter | undefined) | undefined;
  /** Returns true to interrupt the run. */
  readonly stop: () => boolean;
  /** Receives the substeps of a run that fails. */
  readonly onOwnSteps?: ((substeps: SubstepColumns) => void) | undefined;
  /** Closes units and files. Returns the errors of units. */
  close(): string[];
}

/**
 * Runs to the end, and closes everything in any case. Yields the session after every `batch` rows.
 *
 * @returns undefined if the monitor abandoned the run
 */
export function* runOpened(opened: OpenedRun, batch: number): Generator<Session, RunResult | undefined> {
  const warnings: string[] = [];
  let session: Session | undefined;
  try {
    const run = new PlannedRun(opened.plan);
    session = run.session;
    const { results, pacer, stop } = opened;
    const checkpoints = opened.checkpointWriter?.(run);
    const result = yield* runToEnd(session, { batch, stop, results, pacer, checkpoints });
    return result && { ...run.complete(result), warnings };
  } catch (error) {
    if (session?.ownSteps !== undefined) opened.onOwnSteps?.(session.ownSteps);
    throw error;
  } finally {
    warnings.push(...opened.close());
  }
}
