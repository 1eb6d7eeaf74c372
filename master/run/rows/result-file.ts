import { existsSync, lstatSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { CounterFile } from '../../../fmu-sdk/util/files/counter-file.ts';
import { requireDistinctPaths } from '../../../fmu-sdk/util/files/distinct-paths.ts';
import { makeFolder } from '../../../fmu-sdk/util/files/make-folder.ts';
import { OutputFile, syncFolder } from '../../../fmu-sdk/util/files/output-file.ts';
import { type OutputTarget, resolveOutputTarget } from '../../../fmu-sdk/util/files/output-target.ts';
import { type RowCounter, writeRowCount } from '../../../fmu-sdk/util/files/row-count.ts';
import { reasonOf } from '../../../fmu-sdk/util/files/system-error.ts';
import {
  countIn,
  newMark,
  partialName,
  prepareTemporaryFile,
  recoverTemporaryFile,
  removeTemporaryFile,
  rowsIn,
  temporaryFileName,
  wholeIn,
} from '../../../fmu-sdk/util/files/temp-file.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import type { Destination, Hold } from '../../observe/formats/result-format.ts';
import type { CheckedSystem } from '../../system/system.ts';
import { copySavedRows, RowsHash, type SavedRows } from '../checkpoint/saved-rows.ts';
import type { Results } from '../loop/run-loop.ts';
import { BufferedRows, type SharedRows, writeOut } from './rows-in-memory.ts';

/** Refuses a result file, or its partial file, that would replace a file of the system. */
export function requireApartFromInputs(output: string | undefined, { reads = [] }: CheckedSystem): void {
  if (output === undefined) return;
  requireDistinctPaths('record', output, reads);
  requireDistinctPaths('record', partialName(output), reads);
}

/**
 * Bytes that may be lost if the process is killed: interval at which the size of whole rows is
 * written.
 */
const noteInterval = 32_768;

/**
 * Result file. Rows go to a temporary file next to it (`fmu-sdk/util/files/temp-file.ts`), which is
 * renamed when the result is complete and on the disk.
 *
 * A run that ends early leaves `x.partial.csv` with whole rows. After a killed process, the next
 * start does this. A device or a pipe is written directly.
 */
export class ResultFile implements Destination, Results {
  readonly file: string;
  private readonly target: OutputTarget;
  private readonly tempFile: string;
  private readonly rows: string;
  private readonly output: OutputFile;
  private readonly notes: CounterFile | undefined;
  /** Size of whole rows in the file, and buffered rows. */
  private readonly buffered: BufferedRows;
  /** Size of whole rows that was last written to the side file [bytes]. */
  private writtenSize = 0;
  private closed = false;
  private isLost = false;
  private count: RowCounter | undefined;
  private hash: RowsHash | undefined;

  /**
   * `mark` makes the name of the temporary file unique. A caller that passes it must call
   * `settleResult` when this thread ends. `tell` receives the buffered rows for this purpose.
   */
  constructor(file: string, mark?: string, onRows?: (rows: SharedRows) => void) {
    this.file = file;
    this.buffered = new BufferedRows(onRows);
    let announced: string | undefined;
    try {
      this.target = resolveOutputTarget(file);
      const { path, direct, mode } = this.target;
      // The name of the partial file is longer and may be invalid.
      if (!direct) lstatSync(partialName(path), { throwIfNoEntry: false });
      this.tempFile = temporaryFileName(path, mark ?? newMark());
      this.rows = direct ? path : rowsIn(this.tempFile, basename(path));
      if (!direct) {
        announced = this.tempFile;
        prepareTemporaryFile(announced);
        makeFolder(dirname(this.rows));
        this.notes = new CounterFile(wholeIn(this.tempFile));
      }
      this.output = new OutputFile(this.rows, direct, mode);
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

  readonly hold: Hold = (bytes) => this.buffered.hold(bytes);

  readonly write = (bytes: Uint8Array, whole?: (written: number) => number): void => {
    const { buffered, output, target } = this;
    if (this.closed)
      throw new UserError(
        `record ${this.file}: the file is closed, but ${bytes.length} more bytes were written. Write before the end of the run.`,
      );
    const before = output.bytes;
    // If the thread ends now, it is unknown how much the pipe has received. Rows must not be
    // written twice.
    if (target.direct) buffered.drop();
    try {
      output.write(bytes);
    } catch (error) {
      buffered.drop();
      if (whole !== undefined && buffered.whole === before) buffered.whole += whole(output.bytes - before);
      throw this.refusal(error);
    }
    buffered.moved(bytes, output.bytes);
  };

  readonly counted = (count: RowCounter): void => {
    if (this.target.direct)
      throw new UserError(
        `record ${this.file}: this result format has a row count at its beginning, which a pipe or a device does not support. Use a file, or a format without a row count (.csv).`,
      );
    writeFileSync(countIn(this.tempFile), JSON.stringify(count));
    this.count = count;
  };

  readonly whole = (now = false): void => {
    const { buffered, output } = this;
    buffered.whole = output.bytes;
    if (this.notes === undefined) return;
    if (now ? output.bytes > this.writtenSize : output.bytes - this.writtenSize >= noteInterval) this.note();
  };

  /** Flushes all rows and the data about their extent to the disk. */
  secure(): SavedRows {
    const { output, notes, count, rows, target, file } = this;
    if (target.direct)
      throw new UserError(
        `record ${file}: results in a pipe or a device cannot be resumed. Use a file, or remove --checkpoint.`,
      );
    output.sync();
    notes?.sync();
    this.hash ??= new RowsHash(count);
    return { bytes: output.bytes, sha256: this.hash.of(rows, output.bytes), count };
  }

  /**
   * Starts with the rows of an earlier run. They are in the partial file, or in the complete file
   * if the run was killed later.
   */
  resume(rows: SavedRows, savedIn: string): void {
    const { output, buffered, target } = this;
    const part = partialName(target.path);
    const from = !existsSync(part) && existsSync(target.path) ? target.path : part;
    this.hash = copySavedRows(from, rows, savedIn, (piece) => {
      output.write(piece);
      buffered.moved(piece, output.bytes);
    });
    this.whole(true);
  }

  /**
   * Renames the file to its final or partial name. Deletes it if it does not contain a whole row.
   *
   * @throws UserError if a complete result cannot be written to the disk. `close(false)` then keeps
   * the partial result.
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

  requireKept(): void {
    if (!this.isLost) return;
    throw new UserError(
      `record ${this.file}: its rows are lost, because its folder was moved or removed during the run. Look for the moved folder, or start again.`,
    );
  }

  /** Deletes the file. */
  drop(): void {
    this.end();
    removeTemporaryFile(this.tempFile);
  }

  private finish(): string | undefined {
    const { file, target, output, tempFile, count } = this;
    if (count !== undefined && output.bytes > 0) writeRowCount(this.rows, count, output.bytes);
    output.finish();
    if (!target.direct && output.bytes > 0) {
      renameSync(this.rows, target.path);
      this.end();
      syncFolder(dirname(target.path));
      dropPartOf(target.path);
    }
    this.end();
    removeTemporaryFile(tempFile);
    return output.bytes > 0 ? file : undefined;
  }

  /**
   * Returns the name of the partial file as the user would write it. If it cannot be renamed,
   * returns the name of the temporary file.
   */
  private keep(): string | undefined {
    const { file, target, rows } = this;
    const whole = this.buffered.writeOut(rows, target.direct);
    if (target.direct) return undefined;
    const path = recoverTemporaryFile(this.tempFile, whole);
    if (path !== undefined) return target.linked ? path : partialName(file);
    if (existsSync(rows)) return rows;
    this.isLost = this.buffered.whole > 0;
    return undefined;
  }

  private end(): void {
    if (this.closed) return;
    this.closed = true;
    open.delete(this);
    this.output.abandon();
    try {
      if (this.buffered.whole > this.writtenSize) this.note();
      this.notes?.close();
    } catch {
      // The rows up to the last written size are preserved.
    }
  }

  private note(): void {
    this.notes?.write(this.buffered.whole);
    this.writtenSize = this.buffered.whole;
  }

  private refusal(error: unknown): UserError {
    if (error instanceof UserError) return new UserError(`record ${this.file}: ${error.message}`);
    const { reason, next } = reasonOf(error);
    return new UserError(`record ${this.file}: ${reason} after ${this.output.bytes} bytes. ${next}.`);
  }
}

/**
 * Removes a temporary file that could not be started. Errors here must not hide the original error.
 */
function withdrawBegun(tempFile: string, notes: CounterFile | undefined): void {
  try {
    notes?.close();
    removeTemporaryFile(tempFile);
  } catch {
    // The next run that writes there finds it.
  }
}

/** Removes the partial file of an earlier run. Anything else under this name stays. */
function dropPartOf(path: string): void {
  try {
    rmSync(partialName(path), { force: true });
  } catch {
    // The result is complete without this.
  }
}

/** Result files that are open when the program exits. */
const open = new Set<ResultFile>();
let listening = false;

function closeAll(): void {
  for (const file of open) file.close(false);
}

/**
 * Saves the rows of a thread that was ended. Returns the name of the file, if there are rows.
 *
 * @param mark value that was passed to the `ResultFile`
 * @param rows rows that the `ResultFile` reported
 */
export function settleResult(file: string, mark: string, rows?: SharedRows): string | undefined {
  try {
    const { path, direct, linked } = resolveOutputTarget(file);
    const tempFile = temporaryFileName(path, mark);
    const inFile = direct ? path : rowsIn(tempFile, basename(path));
    const whole = rows === undefined ? undefined : writeOut(inFile, direct, rows);
    const buffered = direct ? undefined : recoverTemporaryFile(tempFile, whole);
    return buffered === undefined || linked ? buffered : partialName(file);
  } catch {
    return undefined;
  }
}
