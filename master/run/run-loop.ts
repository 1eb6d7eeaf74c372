import { UserError } from '../../fmu-sdk/util/user-error.ts';
import type { Pacer } from './realtime/real-time-pacer.ts';
import type { RunResult } from './run-protocol.ts';
import type { Session } from './session.ts';
import { summaryOf } from './summarize-run.ts';

/** A file of results as a run sees it: `close` gives it its name, or undefined where nothing is kept; `drop` leaves nothing of it. */
export interface Results {
  close(whole: boolean): string | undefined;
  drop(): void;
}

/** What keeps a run in a file now and then: `start` in place of the session's → `look` behind each row → `keep` where it ends early, or `remove`. */
export interface Keeper {
  start(): void;
  look(): void;
  keep(): void;
  remove(): void;
}

/** What follows the message of an error. */
export const keptWords = (kept: string): string => `\nThe rows up to then are in ${kept}.`;

/**
 * Runs a session from its start to its end, recording as it goes, and pauses after every `batch` rows. Whatever happens,
 * its observers hear of the end, and the rows recorded so far are kept.
 *
 * @param stop says whether the run is to end now, as interrupted
 * @param pacer holds it back to the clock on the wall
 * @param checkpoints keep where it is, or begin it there
 * @returns undefined where its lookout has it left: nothing of it is kept
 */
export function* rows(
  session: Session,
  batch: number,
  stop: () => boolean,
  results?: Results,
  pacer?: Pacer,
  checkpoints?: Keeper,
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
  const left = (): void => {
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
      // The first error is the one that is told.
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
      else paced(session, next, pacer, stop);
      if (session.left) {
        over = true;
        session.end('interrupted');
        results?.drop();
        return undefined;
      }
      // It was told to end before the next row: what it has come to is none.
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
    const kept = closeFailed();
    if (error instanceof UserError && kept !== undefined) error.message += keptWords(kept);
    throw error;
  } finally {
    // Whoever takes the rows may leave early.
    if (!over) left();
  }
}

/** Up to the next row, step by step with the clock. */
function paced(session: Session, next: number, pacer: Pacer, stop: () => boolean): void {
  while (session.n < next && !session.done && !stop()) {
    session.advance(1);
    session.rest();
    pacer.meet(session.time());
  }
}
