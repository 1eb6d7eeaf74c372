import { rmSync } from 'node:fs';
import { DifferentStateError } from '../../../fmu-sdk/util/state/stateful.ts';
import { messageOf, UserError } from '../../../fmu-sdk/util/user-error.ts';
import { cell } from '../../coupling/activity.ts';
import type { Session } from '../loop/session.ts';
import { verdictOf } from '../rows/summarize-run.ts';
import { type Checkpoint, damagedError, platform, writeCheckpoint } from './checkpoint-file.ts';
import type { CheckpointOptions } from './checkpoint-options.ts';
import { RunState } from './run-state.ts';
import type { SavedRows } from './saved-rows.ts';
import { difference, type Fingerprint, fingerprintOf } from './system-fingerprint.ts';

/**
 * Writes checkpoints of a run at intervals and on interruption, and resumes a run from one.
 *
 * Call order: `start` instead of the session's → `look` after each row → `keep` if the run ends
 * early, or `remove` after it has finished.
 */
export class Checkpoints {
  private state: RunState | undefined;
  private last = performance.now();
  private readonly fingerprint: Fingerprint;

  /**
   * @param options undefined for a resumed run that does not write checkpoints
   * @param from undefined for a run that starts at the beginning
   */
  constructor(
    private readonly session: Session,
    private readonly options: CheckpointOptions | undefined,
    private readonly from: { readonly file: string; readonly saved: Checkpoint } | undefined,
    private readonly recorder: { flush(): void } | undefined,
    private readonly results:
      | { secure(): SavedRows; resume(rows: SavedRows, file: string): void }
      | undefined,
  ) {
    this.fingerprint = fingerprintOf(session.system);
    if (options !== undefined && !(options.seconds >= 0))
      throw new UserError(
        `run ${session.system.name}: checkpoint.seconds: expected a number of seconds, 0 or more, got ${options.seconds} s.`,
      );
    if (from !== undefined) refuseOther(from.file, from.saved, this.fingerprint);
  }

  start(): void {
    const { session, from, options, results } = this;
    // Refuses results that cannot be resumed before any are written.
    if (options !== undefined) results?.secure();
    session.begin();
    this.state = new RunState(session);
    if (from === undefined) session.row();
    else this.load(this.state, from.file, from.saved);
    this.last = performance.now();
  }

  private load(state: RunState, file: string, { state: bytes, rows }: Checkpoint): void {
    const { session, results } = this;
    if (results !== undefined && rows === undefined)
      throw damagedError(file, 'the results up to it are missing');
    if (rows !== undefined) results?.resume(rows, file);
    try {
      state.load(bytes);
    } catch (error) {
      if (error instanceof UserError) throw error;
      const why =
        error instanceof DifferentStateError || error instanceof RangeError
          ? `the program or a module of --use differs from the one that wrote it (${error.message})`
          : messageOf(error);
      throw new UserError(`resume ${file}: ${why}. Resume with that one, or start the run again.`);
    }
    session.activity.cells[cell.steps] = session.n;
  }

  /** Writes a checkpoint if one is due. Called after each row. */
  look(): void {
    const { options } = this;
    if (options === undefined) return;
    const now = performance.now();
    if (now - this.last < 1000 * options.seconds) return;
    this.keep();
    // The interval excludes the time it takes to write.
    this.last = performance.now();
  }

  keep(): void {
    const { options, state, session, recorder, results, fingerprint } = this;
    if (options === undefined || state === undefined || session.done) return;
    session.clearActivity();
    recorder?.flush();
    const rows = results?.secure();
    writeCheckpoint(options.file, state.save(), {
      system: session.system.name,
      time: session.displayTime(),
      steps: session.n,
      verdict: verdictOf(session),
      fingerprint,
      rows,
      said: options.said,
    });
  }

  /** Deletes the checkpoints after the run has finished. */
  remove(): void {
    for (const file of [this.options?.file, this.from?.file])
      if (file !== undefined) rmSync(file, { force: true });
  }
}

function refuseOther(
  file: string,
  { fingerprint, platform: savedPlatform, system }: Checkpoint,
  now: Fingerprint,
): void {
  const other = difference(now, fingerprint);
  if (other !== undefined)
    throw new UserError(
      `resume ${file}: ${system} has changed since the checkpoint was written: ${other}. Undo the change, or start the run again.`,
    );
  const native = now.units.filter((unit) => unit.native).map(({ name }) => name);
  if (native.length > 0 && savedPlatform !== platform())
    throw new UserError(
      `resume ${file}: native code of ${native.join(', ')} ran on ${savedPlatform}, but this is ${platform()}. Resume on that platform, or use their WebAssembly components.`,
    );
}
