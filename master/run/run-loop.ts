import { UserError } from '../../fmu-sdk/util/user-error.ts';
import type { Pacer } from './realtime/real-time-pacer.ts';
import type { RunResult } from './run-protocol.ts';
import type { Session } from './session.ts';
import { summaryOf } from './summarize-run.ts';

/**
 * Result file of a run. `close` renames it to its final name and returns it, or undefined if
 * nothing is stored. `drop` deletes it.
 */
export interface Results {
  close(whole: boolean): string | undefined;
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

/**
 * Runs a session from start to end, records results, and pauses after every `batch` rows. In any
 * case the observers are notified of the end, and recorded rows are preserved.
 *
 * @param stop returns true to interrupt the run.
 * @param pacer delays the run for real time.
 * @param checkpoints saves or resumes the run.
 * @returns undefined if the monitor abandoned the run, whose results are deleted
 */
export function* runToEnd(
  session: Session,
  batch: number,
  stop: () => boolean,
  results?: Results,
  pacer?: Pacer,
  checkpoints?: CheckpointWriter,
): Generator<undefined, RunResult | undefined> {
  const { every } = session.system.record;
  let begin = performance.now();
  let over = false;
  const close = (ending: RunResult['outcome']): RunResult => {
    over = true;
    session.end(ending);
    const seconds = (performance.now() - begin) / 1000;
    const result = summaryOf(session, ending, seconds, results?.close(ending === 'finished'));
    return pacer === undefined ? result : { ...result, realtime: pacer.report };
  };
  const interrupt = (): void => {
    try {
      if (!session.done) checkpoints?.keep();
    } finally {
      close('interrupted');
    }
  };
  const closeFailed = (): string | undefined => {
    try {
      if (!over) session.end('failed');
    } catch {
      // Only the first error is reported.
    }
    over = true;
    return results?.close(false);
  };
  try {
    if (checkpoints === undefined) session.start();
    else checkpoints.start();
    begin = performance.now();
    pacer?.begin();
    let isRow = true;
    for (let n = 1; isRow && !session.done && !stop(); n++) {
      if (n % batch === 0) yield;
      const next = session.n + every - (session.n % every);
      if (pacer === undefined) session.advance(next - session.n, stop);
      else advanceInRealTime(session, next, pacer, stop);
      if (session.abandoned) {
        over = true;
        session.end('interrupted');
        results?.drop();
        return undefined;
      }
      // After an early stop request between rows, the present point is not a row.
      isRow = session.n >= next || session.done;
      if (isRow) session.row();
      if (isRow) checkpoints?.look();
    }
    if (batch === 1 && isRow) yield;
    if (!session.done) checkpoints?.keep();
    const result = close(session.done ? 'finished' : 'interrupted');
    if (session.done) checkpoints?.remove();
    return result;
  } catch (error) {
    const rowsFile = closeFailed();
    if (error instanceof UserError && rowsFile !== undefined) error.message += keptRowsText(rowsFile);
    throw error;
  } finally {
    // The consumer of the rows may stop early.
    if (!over) interrupt();
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
