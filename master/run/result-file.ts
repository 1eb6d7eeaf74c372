import { existsSync, lstatSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { Note } from '../../fmu-sdk/util/files/counter-file.ts';
import { keepApart } from '../../fmu-sdk/util/files/distinct-paths.ts';
import { makeFolder } from '../../fmu-sdk/util/files/make-folder.ts';
import { Output, syncFolder } from '../../fmu-sdk/util/files/output-file.ts';
import { type Target, targetOf } from '../../fmu-sdk/util/files/output-target.ts';
import { type Count, writeCount } from '../../fmu-sdk/util/files/row-count.ts';
import { reasonOf } from '../../fmu-sdk/util/files/system-error.ts';
import {
  announce,
  countIn,
  newMark,
  partialName,
  passingName,
  rowsIn,
  settle,
  wholeIn,
  withdraw,
} from '../../fmu-sdk/util/files/temp-file.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import type { Destination, Hold } from '../observe/result-format.ts';
import type { CheckedSystem } from '../system/system.ts';
import { type KeptRows, RowsHash, takeRows } from './checkpoint/saved-rows.ts';
import { RowsInMemory, type SharedRows, writeOut } from './rows-in-memory.ts';
import type { Results } from './run-loop.ts';

/** Refuses results, and the part of them that a run which ends early leaves, in the place of what the system is read from. */
export function keepReadFiles(output: string | undefined, { reads = [] }: CheckedSystem): void {
  if (output === undefined) return;
  keepApart('record', output, reads);
  keepApart('record', partialName(output), reads);
}

/** Bytes that may be lost when the process is killed: how often the number of whole rows' bytes is written down. */
const unnoted = 32_768;

/**
 * A file of results. It gets its name when it is whole and on the disk: until then its rows are under a passing name
 * beside it (`fmu-sdk/util/files/temp-file.ts`). A run that ends early leaves `x.partial.csv`, and so does, at the next start, one
 * whose process was killed; each row in it is whole. A device or a pipe is written as it is.
 */
export class ResultFile implements Destination, Results {
  readonly file: string;
  private readonly target: Target;
  private readonly passing: string;
  private readonly rows: string;
  private readonly output: Output;
  private readonly notes: Note | undefined;
  /** Bytes of whole rows, and those that are held back. */
  private readonly kept: RowsInMemory;
  /** How many bytes of whole rows have been noted. */
  private noted = 0;
  private closed = false;
  private count: Count | undefined;
  private hash: RowsHash | undefined;

  /**
   * `mark` tells its passing name from all others; who gives it settles what is left of the file when this thread ends
   * (`settleResult`), for which `tell` is told of the rows that are held back.
   */
  constructor(file: string, mark?: string, tell?: (rows: SharedRows) => void) {
    this.file = file;
    this.kept = new RowsInMemory(tell);
    let announced: string | undefined;
    try {
      this.target = targetOf(file);
      const { path, direct, mode } = this.target;
      // The name of a part of it is longer.
      if (!direct) lstatSync(partialName(path), { throwIfNoEntry: false });
      this.passing = passingName(path, mark ?? newMark());
      this.rows = direct ? path : rowsIn(this.passing, basename(path));
      if (!direct) {
        announced = this.passing;
        announce(announced);
        makeFolder(dirname(this.rows));
        this.notes = new Note(wholeIn(this.passing));
      }
      this.output = new Output(this.rows, direct, mode);
      if (mark !== undefined) return;
      if (!listening) process.once('exit', closeAll);
      listening = true;
      open.add(this);
    } catch (error) {
      if (announced !== undefined) withdrawBegun(announced, this.notes);
      const { reason, next } = reasonOf(error);
      throw new UserError(`record ${file}: ${reason}. ${next}.`);
    }
  }

  readonly hold: Hold = (bytes, own, waiting) => this.kept.hold(bytes, own, waiting);

  readonly write = (bytes: Uint8Array, whole?: (written: number) => number): void => {
    const { kept, output, target } = this;
    if (this.closed)
      throw new UserError(
        `record ${this.file}: it is closed, and ${bytes.length} bytes come late. Write before the run is over.`,
      );
    const before = output.bytes;
    // What a pipe has taken of them nobody can say when the thread ends meanwhile: they are not written twice.
    if (target.direct) kept.drop();
    try {
      output.write(bytes);
    } catch (error) {
      kept.drop();
      if (whole !== undefined && kept.whole === before) kept.whole += whole(output.bytes - before);
      throw this.refusal(error);
    }
    kept.moved(bytes, output.bytes);
  };

  readonly counted = (count: Count): void => {
    if (this.target.direct)
      throw new UserError(
        `record ${this.file}: this form of results says at its beginning how many rows follow, and a pipe or a device cannot be gone back in. Name a file, or a form of results without (.csv).`,
      );
    writeFileSync(countIn(this.passing), JSON.stringify(count));
    this.count = count;
  };

  readonly whole = (now = false): void => {
    const { kept, output } = this;
    kept.whole = output.bytes;
    if (this.notes === undefined) return;
    if (now ? output.bytes > this.noted : output.bytes - this.noted >= unnoted) this.note();
  };

  /** What was written so far is on the disk, with all that says how far it goes. */
  secure(): KeptRows {
    const { output, notes, count, rows, target, file } = this;
    if (target.direct)
      throw new UserError(
        `record ${file}: results in a pipe or a device cannot be gone on with. Name a file, or leave out --checkpoint.`,
      );
    output.sync();
    notes?.sync();
    this.hash ??= new RowsHash(count);
    return { bytes: output.bytes, sha256: this.hash.of(rows, output.bytes), count };
  }

  /** Begins with rows that an earlier run has left: in the part of this result, or in the whole of it, where it was killed after that. */
  goOn(rows: KeptRows, checkpoint: string): void {
    const { output, kept, target } = this;
    const part = partialName(target.path);
    const from = !existsSync(part) && existsSync(target.path) ? target.path : part;
    this.hash = takeRows(from, rows, checkpoint, (piece) => {
      output.write(piece);
      kept.moved(piece, output.bytes);
    });
    this.whole(true);
  }

  /**
   * Gives it its name: that of a whole result, or of a part of one. Nothing is left of it where no row is whole.
   *
   * @throws UserError when a whole result cannot be brought to the disk; `close(false)` then keeps what there is
   */
  close(whole: boolean): string | undefined {
    if (this.closed) return undefined;
    try {
      if (whole) return this.finish();
    } catch (error) {
      throw this.refusal(error);
    }
    this.end();
    return this.keep();
  }

  /** Nothing is left of it. */
  drop(): void {
    this.end();
    withdraw(this.passing);
  }

  private finish(): string | undefined {
    const { file, target, output, passing, count } = this;
    if (count !== undefined && output.bytes > 0) writeCount(this.rows, count, output.bytes);
    output.finish();
    if (!target.direct && output.bytes > 0) {
      renameSync(this.rows, target.path);
      this.end();
      syncFolder(dirname(target.path));
      dropPartOf(target.path);
    }
    this.end();
    withdraw(passing);
    return output.bytes > 0 ? file : undefined;
  }

  /** The name of the part, as the user would write it; where it cannot have one, where its rows are. */
  private keep(): string | undefined {
    const { file, target, rows } = this;
    const whole = this.kept.writeOut(rows, target.direct);
    if (target.direct) return undefined;
    const path = settle(this.passing, whole);
    if (path !== undefined) return target.linked ? path : partialName(file);
    return existsSync(rows) ? rows : undefined;
  }

  private end(): void {
    if (this.closed) return;
    this.closed = true;
    open.delete(this);
    this.output.abandon();
    try {
      if (this.kept.whole > this.noted) this.note();
      this.notes?.close();
    } catch {
      // As many rows as were noted before are kept.
    }
  }

  private note(): void {
    this.notes?.write(this.kept.whole);
    this.noted = this.kept.whole;
  }

  private refusal(error: unknown): UserError {
    if (error instanceof UserError) return new UserError(`record ${this.file}: ${error.message}`);
    const { reason, next } = reasonOf(error);
    return new UserError(`record ${this.file}: ${reason} after ${this.output.bytes} bytes. ${next}.`);
  }
}

/** A passing name under which nothing could be begun; what is said is why, not what removing it may meet. */
function withdrawBegun(passing: string, notes: Note | undefined): void {
  try {
    notes?.close();
    withdraw(passing);
  } catch {
    // What writes there next finds it.
  }
}

/** The part that an earlier run has left; what stands there and cannot be removed as a file is none. */
function dropPartOf(path: string): void {
  try {
    rmSync(partialName(path), { force: true });
  } catch {
    // The result is whole all the same.
  }
}

/** What a program that ends has not closed. */
const open = new Set<ResultFile>();
let listening = false;

function closeAll(): void {
  for (const file of open) file.close(false);
}

/**
 * Keeps what a thread that was ended has recorded (`mark` as it was given to its file, `rows` as it told); the name of it, if
 * there are any rows.
 */
export function settleResult(file: string, mark: string, rows?: SharedRows): string | undefined {
  try {
    const { path, direct, linked } = targetOf(file);
    const passing = passingName(path, mark);
    const inFile = direct ? path : rowsIn(passing, basename(path));
    const whole = rows === undefined ? undefined : writeOut(inFile, direct, rows);
    const kept = direct ? undefined : settle(passing, whole);
    return kept === undefined || linked ? kept : partialName(file);
  } catch {
    return undefined;
  }
}
