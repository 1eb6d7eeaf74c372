import { fstatSync, openSync, readSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { Descriptor } from '../../util/files/descriptor.ts';
import { FileBeside } from '../../util/files/sidecar.ts';
import { messageOf, UserError } from '../../util/user-error.ts';
import type { InterfaceKind } from '../fmi-api.ts';
import { BytesReader, BytesWriter } from './byte-stream.ts';

/** What a file of calls begins with. */
const magic = 'fmukit calls 1\n';

/** Bytes of a piece: its length, and CRC-32 of what it holds. */
const pieceHead = 8;

/** Kinds of what stands in pieces. */
export const item = {
  values: 1,
  doubles: 2,
  polynomials: 3,
  op: 4,
  method: 5,
  answer: 6,
  thrown: 7,
  over: 8,
};

/** A unit whose calls are in a file. */
export interface RecordedUnit {
  readonly name: string;
  readonly kind: InterfaceKind;
  readonly fmi: 2 | 3;
  /** What has run it: `component` or `native`. */
  readonly host: string;
  /** SHA-256 of what of it ran, and of its description. */
  readonly sha256: string;
}

/** What a file of calls says of itself. */
export interface RecordingHead {
  /** Version of the program that has written it. */
  readonly fmukit: string;
  /** Where it was written, as `process.platform` and `process.arch` say it. */
  readonly platform: string;
  readonly node: string;
  readonly system: string;
  readonly units: readonly RecordedUnit[];
  /** Results had rows at events, for which units were read there: a run that is to make the same calls has them too. */
  readonly events?: boolean;
}

/**
 * Writes calls of units to a file as they are made: what a call is given is in the file before the unit has it, so that whatever becomes of this
 * process, the file is readable up to the call in which it ended.
 *
 * Call order: (what is written to `out` → `commit`)* → `close`.
 */
export class RecordingWriter {
  readonly out: BytesWriter = new BytesWriter();
  private readonly into: FileBeside;
  private readonly piece = new Uint8Array(pieceHead);
  /** Pieces that are in the file: the first is its head. */
  private pieces = 0;

  /** `body` is what whoever replays it has to know beside its head. */
  constructor(
    readonly file: string,
    readonly head: RecordingHead,
    body: Uint8Array,
  ) {
    this.into = new FileBeside('record', file);
    try {
      this.into.write(Buffer.from(magic));
      this.out.text(JSON.stringify(head));
      this.out.bytes(body);
      this.commit();
    } catch (error) {
      this.into.close();
      throw error;
    }
  }

  /** The number of a unit in the file. */
  numberOf(unit: string): number {
    return this.head.units.findIndex(({ name }) => name === unit);
  }

  /** Puts what was written into the file. */
  commit(): void {
    if (this.out.length === 0) return;
    const bytes = this.out.take();
    const view = new DataView(this.piece.buffer);
    view.setUint32(0, bytes.length, true);
    view.setUint32(4, crc32(bytes), true);
    this.into.write(Buffer.concat([this.piece, bytes]));
    this.pieces++;
  }

  /** How the run came to its end. What has no call of any unit in it was refused before there was one: it is taken away. */
  close(outcome: string): void {
    if (this.pieces === 1) {
      this.into.remove();
      return;
    }
    try {
      this.out.byte(item.over);
      this.out.text(outcome);
      this.commit();
    } finally {
      this.into.close();
    }
  }
}

/** The pieces of a file of calls, up to the last that is whole. */
export class RecordingReader {
  readonly head: RecordingHead;
  readonly body: Uint8Array;
  private readonly descriptor: Descriptor;
  private readonly size: number;
  private at = magic.length;

  /** @throws UserError where it is none, or of another version */
  constructor(readonly file: string) {
    try {
      this.descriptor = new Descriptor(openSync(file, 'r'), `replay ${file}`);
    } catch (error) {
      throw new UserError(
        `replay ${file}: ${messageOf(error)}. Name a file that --record-calls has written.`,
      );
    }
    try {
      const stat = fstatSync(this.descriptor.fd);
      this.size = stat.isFile() ? stat.size : 0;
      const first = stat.isFile() ? new TextDecoder().decode(this.some(0, magic.length)) : '';
      if (first !== magic)
        throw new UserError(
          `replay ${file}: it is no file of calls${/^fmukit calls \d/.test(first) ? ' of this version' : ''}. Name one that --record-calls has written.`,
        );
      const piece = this.next();
      if (piece === undefined) throw this.damaged('it ends before it says of what it is');
      try {
        this.head = headOf(piece.text());
        this.body = piece.bytes();
      } catch (error) {
        throw this.damaged(messageOf(error));
      }
    } catch (error) {
      this.descriptor.close();
      throw error;
    }
  }

  /** What the next piece holds; undefined at the end of the file, also where the last piece is not whole. */
  next(): BytesReader | undefined {
    const rest = this.size - this.at - pieceHead;
    if (rest < 0) return undefined;
    const head = this.some(this.at, pieceHead);
    const view = new DataView(head.buffer, head.byteOffset, pieceHead);
    const length = view.getUint32(0, true);
    if (length > rest) return undefined;
    const bytes = this.some(this.at + pieceHead, length);
    if (length === 0 || crc32(bytes) !== view.getUint32(4, true))
      throw this.damaged(
        `its bytes from ${this.at} to ${this.at + pieceHead + length} are not those that were written`,
      );
    this.at += pieceHead + length;
    return new BytesReader(bytes);
  }

  damaged(how: string): UserError {
    return new UserError(
      `replay ${this.file}: it is damaged: ${how}. Copy it again, or record the run anew.`,
    );
  }

  close(): void {
    this.descriptor.close();
  }

  private some(at: number, length: number): Uint8Array {
    const bytes = new Uint8Array(Math.max(0, Math.min(length, this.size - at)));
    for (let done = 0; done < bytes.length; ) {
      const read = readSync(this.descriptor.fd, bytes, done, bytes.length - done, at + done);
      if (read === 0) throw this.damaged('it has become shorter');
      done += read;
    }
    return bytes;
  }
}

const kinds: readonly string[] = ['coSimulation', 'modelExchange', 'scheduledExecution'];

function headOf(text: string): RecordingHead {
  const head = JSON.parse(text) as RecordingHead;
  const texts = [head.fmukit, head.platform, head.node, head.system];
  const whole =
    texts.every((each) => typeof each === 'string') &&
    Array.isArray(head.units) &&
    head.units.every(
      (unit) =>
        [unit.name, unit.host, unit.sha256].every((each) => typeof each === 'string') &&
        kinds.includes(unit.kind) &&
        (unit.fmi === 2 || unit.fmi === 3),
    );
  if (!whole) throw new RangeError('its head says less than a head does');
  return head;
}
