import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import type { Pacer } from '../realtime/real-time-pacer.ts';
import { summaryOf, verdictOf } from '../rows/summarize-run.ts';
import type { RunResult } from '../worker/run-protocol.ts';
import type { Session } from './session.ts';

/**
 * Result file of a run. `close` renames it to its final name and returns it, or undefined if
 * nothing is stored. `drop` deletes it.
 */
export interface Results {
  close(whole: boolean): string | undefined;
  /** Throws a UserError if `close` found none of the rows that were written. */
  requireKept(): void;
  drop(): void;
}

/**
 * Checkpoint writer of a run. Call order: `start` instead of the session's → `look` after each row
 * → `keep` if the run ends early, or `remove`.
 */
export interface CheckpointWriter {
  start(): void;
  look(): void;
  keep(): void;
  remove(): void;
}

/** Returns the text that is appended to an error message. */
export const keptRowsText = (file: string): string => `\nThe rows up to then are in ${file}.`;

/** Parts that accompany a run from its start to its end. */
export interface RunLoop {
  /** Rows between two pauses. Default: no pause. */
  readonly batch?: number;
  /** Returns true to interrupt the run. */
  readonly stop?: () => boolean;
  readonly results?: Results | undefined;
  /** Delays the run for real time. */
  readonly pacer?: Pacer | undefined;
  /** Saves or resumes the run. */
  readonly checkpoints?: CheckpointWriter | undefined;
  /** Reports whether the run begins again after this error, so that its results are deleted. */
  readonly isRepeated?: ((error: unknown) => boolean) | undefined;
}

const never = (): boolean => false;

/**
 * Runs a session from start to end, records results, and pauses after every `batch` rows. In any
 * case the observers are notified of the end, and recorded rows are preserved.
 *
 * @returns undefined if the monitor abandoned the run, whose results are deleted
 */
export function* runToEnd(session: Session, loop: RunLoop = {}): Generator<Session, RunResult | undefined> {
  const { batch = Number.POSITIVE_INFINITY, stop = never, pacer, checkpoints } = loop;
  const { every } = session.system.record;
  const ending = new RunEnding(session, loop);
  try {
    if (checkpoints === undefined) session.start();
    else checkpoints.start();
    ending.begin();
    pacer?.begin();
    let isRow = true;
    for (let n = 1; isRow && !session.done && !stop(); n++) {
      if (n % batch === 0) yield session;
      const next = session.n + every - (session.n % every);
      if (pacer === undefined) session.advance(next - session.n, stop);
      else advanceInRealTime(session, next, pacer, stop);
      if (session.abandoned) return ending.abandon();
      // After an early stop request between rows, the present point is not a row.
      isRow = session.n >= next || session.done;
      if (isRow) session.row();
      if (isRow) checkpoints?.look();
    }
    if (batch === 1 && isRow) yield session;
    if (!session.done) checkpoints?.keep();
    const result = ending.close(session.done ? 'finished' : 'interrupted');
    if (session.done) checkpoints?.remove();
    return result;
  } catch (error) {
    if (loop.isRepeated?.(error) === true) {
      ending.abandon();
      throw error;
    }
    const rowsFile = ending.fail();
    if (error instanceof UserError) error.message += ending.distrustText();
    if (error instanceof UserError && rowsFile !== undefined) error.message += keptRowsText(rowsFile);
    throw error;
  } finally {
    // The consumer of the rows may stop early.
    ending.interrupt();
  }
}

/** Ends a run once, however it ends, and closes its results. */
class RunEnding {
  private over = false;
  private begun = performance.now();

  constructor(
    private readonly session: Session,
    private readonly loop: RunLoop,
  ) {}

  /** Starts the clock of the communication steps. */
  begin(): void {
    this.begun = performance.now();
  }

  close(outcome: RunResult['outcome']): RunResult {
    const { session, loop } = this;
    this.over = true;
    session.end(outcome);
    const seconds = (performance.now() - this.begun) / 1000;
    const file = loop.results?.close(outcome === 'finished');
    loop.results?.requireKept();
    return summaryOf(session, outcome, seconds, file, loop.pacer);
  }

  /** Ends an abandoned run and deletes its results. */
  abandon(): undefined {
    this.endSession('interrupted');
    this.loop.results?.drop();
  }

  /** Ends a failed run. Returns the file of its rows. */
  fail(): string | undefined {
    this.endSession('failed');
    return this.loop.results?.close(false);
  }

  /** Ends the session once, without a further error, such as that of a full disk. */
  private endSession(outcome: Parameters<Session['end']>[0]): void {
    if (this.over) return;
    this.over = true;
    try {
      this.session.end(outcome);
    } catch {
      // Only the first error is reported.
    }
  }

  /** Returns the text on a coupling that was wrong before the run failed, or an empty text. */
  distrustText(): string {
    const { word, reason } = verdictOf(this.session);
    if (word === 'good' || word === 'not judged') return '';
    return `\nBefore this the verdict was ${word}: ${reason}. So the coupling may be the cause. Use a smaller step, or fmu advise.`;
  }

  /** Ends a run that has not ended yet. */
  interrupt(): void {
    if (this.over) return;
    try {
      if (!this.session.done) this.loop.checkpoints?.keep();
    } finally {
      this.close('interrupted');
    }
  }
}

/** Advances to the next row, step by step in real time. */
function advanceInRealTime(session: Session, next: number, pacer: Pacer, stop: () => boolean): void {
  while (session.n < next && !session.done && !stop()) {
    session.advance(1);
    session.clearActivity();
    pacer.waitUntil(session.time());
  }
}
