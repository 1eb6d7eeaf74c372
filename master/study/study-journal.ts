import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { Descriptor } from '../../fmu-sdk/util/files/descriptor.ts';
import { makeFolder } from '../../fmu-sdk/util/files/make-folder.ts';
import { mayBeRunning, owner, ownerPattern, parseProcessId } from '../../fmu-sdk/util/files/process-id.ts';
import { messageOf, UserError } from '../../fmu-sdk/util/user-error.ts';
import { type Entry, entryOf } from './journal-entry.ts';

/**
 * A journal is never a link, a pipe or a device, because its end is cut off. The folder of a study
 * may come from another user.
 */
const noLink = constants.O_CREAT | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
const journalFlags = constants.O_RDWR | constants.O_APPEND | noLink;
const lockFlags = constants.O_WRONLY | constants.O_TRUNC | noLink;

const block = 1 << 20;
/** Bytes that are read at a time. */
const readAhead = 1 << 16;
const lineFeed = 10;
/** The begin of a journal: a checksum and an entry, or a part of them. */
const firstLine = /^[0-9a-f]{0,8}$|^[0-9a-f]{8} \{?/;
const locked = new RegExp(`^lock-${ownerPattern}-runs$`);

/** Folders that this process uses. */
const openFolders = new Set<string>();

/**
 * Journal file of run outcomes. Its lines survive the end of the process, and the next start
 * removes an incomplete last line. One process at a time may use it.
 */
export class Journal {
  /** Positions of earlier entries, by hash. */
  readonly known: Map<string, number> = new Map();
  private readonly handle: Descriptor;
  private readonly lock: string;
  /** Folder of this journal, as in the list of this process. */
  private readonly folderKey: string;
  /** Id of the folder and machine, whichever process uses it. */
  get id(): string {
    return `${hostname()} ${this.folderKey}`;
  }

  private end = 0;
  private synced = performance.now();
  /** Bytes that were read last, and their position. Most entries are read in sequence. */
  private near: Buffer = Buffer.alloc(0);
  private nearAt = 0;

  /** @param metrics Number of metrics of a run. Entries with another number count as missing. */
  constructor(
    private readonly folder: string,
    private readonly metrics?: number,
  ) {
    this.lock = join(folder, `lock-${owner}-runs`);
    this.folderKey = resolve(folder);
    if (openFolders.has(this.folderKey)) throw this.busy(process.pid);
    openFolders.add(this.folderKey);
    try {
      makeFolder(folder);
      this.refuseOthers();
      closeSync(openSync(this.lock, lockFlags));
      this.refuseOthers();
      this.handle = new Descriptor(openSync(join(folder, 'runs'), journalFlags), `study ${folder}`);
      if (!fstatSync(this.handle.fd).isFile()) throw new Error('its journal "runs" is not a file');
      this.read();
    } catch (error) {
      this.unlock();
      if (error instanceof UserError) throw error;
      throw new UserError(`study: cannot use ${folder}: ${messageOf(error)}. Choose another output.`);
    }
  }

  /** Adds lines, and returns the position of each. */
  add(lines: readonly string[]): number[] {
    const places = lines.map((line) => {
      const at = this.end;
      this.end += Buffer.byteLength(line);
      return at;
    });
    const { fd } = this.handle;
    try {
      let bytes = Buffer.from(lines.join(''));
      while (bytes.length > 0) bytes = bytes.subarray(writeSync(fd, bytes));
      // A power failure loses about a second.
      if (performance.now() - this.synced > 1000) this.sync();
    } catch (error) {
      throw new UserError(
        `study: cannot write results: ${messageOf(error)}. Free some space, and start the study again to continue.`,
      );
    }
    return places;
  }

  /** Returns the entry at a position. */
  at(place: number): Entry {
    for (let size = readAhead; ; size *= 4) {
      const begin = place - this.nearAt;
      const end = begin < 0 ? -1 : this.near.indexOf(lineFeed, begin);
      if (end >= 0) return entryOf(this.near.toString('utf8', begin, end)) as Entry;
      if (size > 4 * Math.max(readAhead, this.end - place))
        throw new Error(`study: no entry at ${place} of ${this.folder}`);
      const bytes = Buffer.alloc(size);
      this.near = bytes.subarray(0, readSync(this.handle.fd, bytes, 0, size, place));
      this.nearAt = place;
    }
  }

  close(): void {
    if (!this.handle.isOpen) return;
    try {
      this.sync();
    } finally {
      this.handle.close();
      this.unlock();
    }
  }

  private unlock(): void {
    rmSync(this.lock, { force: true });
    openFolders.delete(this.folderKey);
  }

  private busy(pid: number | string): UserError {
    return new UserError(
      `study: another process (${pid}) uses ${this.folder}. Wait for it, or choose another output.`,
    );
  }

  private sync(): void {
    fsyncSync(this.handle.fd);
    this.synced = performance.now();
  }

  /** Reads all lines and cuts off an incomplete end. */
  private read(): void {
    const bytes = Buffer.alloc(block);
    let rest = Buffer.alloc(0);
    for (let at = 0; ; ) {
      const length = readSync(this.handle.fd, bytes, 0, block, at);
      if (length === 0) break;
      at += length;
      const text = Buffer.concat([rest, bytes.subarray(0, length)]);
      let begin = 0;
      for (let end = text.indexOf(lineFeed); end >= 0; end = text.indexOf(lineFeed, begin)) {
        const entry = entryOf(text.toString('utf8', begin, end));
        if (entry === undefined) {
          if (this.end === 0) this.refuseOtherContent(text);
          this.cut();
          return;
        }
        if (entry.hash !== '' && this.hasMetrics(entry)) this.known.set(entry.hash, this.end);
        this.end += end + 1 - begin;
        begin = end + 1;
      }
      rest = Buffer.from(text.subarray(begin));
    }
    if (this.end === 0 && rest.length > 0) this.refuseOtherContent(rest);
    if (rest.length > 0) this.cut();
  }

  /** Reports whether an entry has a value for each metric. A crafted one would shift the columns. */
  private hasMetrics({ outcome }: Entry): boolean {
    return this.metrics === undefined || outcome.metrics.length === this.metrics;
  }

  /** Refuses a file that no study wrote, for example through a hard link. Its content would be lost. */
  private refuseOtherContent(text: Buffer): void {
    if (firstLine.test(text.toString('latin1', 0, 10))) return;
    throw new UserError(
      `study ${this.folder}: its file "runs" is not a journal of runs. Move it away, or choose another output.`,
    );
  }

  private cut(): void {
    ftruncateSync(this.handle.fd, this.end);
  }

  private refuseOthers(): void {
    for (const name of readdirSync(this.folder)) {
      const match = locked.exec(name);
      if (match === null || name === `lock-${owner}-runs`) continue;
      const path = join(this.folder, name);
      const { mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? { mtimeMs: 0 };
      if (!mayBeRunning(parseProcessId(match), mtimeMs)) rmSync(path, { force: true });
      else throw this.busy(match[1]);
    }
  }
}
