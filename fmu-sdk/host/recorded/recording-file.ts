import { fstatSync, readSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import type { FmiMajor } from '../../standard/fmi-version.ts';
import { Descriptor } from '../../util/files/descriptor.ts';
import { SidecarFile } from '../../util/files/sidecar.ts';
import { openRegularFile } from '../../util/regular-file.ts';
import { BytesReader, BytesWriter } from '../../util/state/byte-stream.ts';
import { messageOf, UserError } from '../../util/user-error.ts';
import type { InterfaceKind } from '../instance/fmi-api.ts';

/** Signature at the start of a recording. */
const magic = 'fmukit calls 1\n';

/** Header of a piece: its length, and the CRC-32 of its contents [bytes]. */
const pieceHead = 8;

/** Kinds of items in pieces. */
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

/** An FMU whose calls are in a file. */
export interface RecordedUnit {
  readonly name: string;
  readonly kind: InterfaceKind;
  readonly fmi: FmiMajor;
  /** Host that ran it: `component` or `native`. */
  readonly host: string;
  /** SHA-256 of its binary and its description. */
  readonly sha256: string;
}

/** Header of a recording. */
export interface RecordingHead {
  /** Version of the program that wrote it. */
  readonly fmukit: string;
  /** Platform where it was written, as `process.platform` and `process.arch`. */
  readonly platform: string;
  readonly node: string;
  readonly system: string;
  readonly units: readonly RecordedUnit[];
  /**
   * Marks a run with rows at events, for which values were read there. A repeated run needs them to
   * make equal calls.
   */
  readonly events?: boolean;
}

/**
 * Writes calls of FMUs to a file when they are made. The arguments are in the file before the FMU
 * gets them. If the process dies, the file is readable up to the last call.
 *
 * Call order: (writing to `out` → `commit`)* → `close`.
 */
export class RecordingWriter {
  readonly out: BytesWriter = new BytesWriter();
  private readonly into: SidecarFile;
  private readonly piece = new Uint8Array(pieceHead);
  /** Number of pieces in the file. The first is its header. */
  private pieces = 0;

  /** `body` contains data for replaying, besides the header. */
  constructor(
    readonly file: string,
    readonly head: RecordingHead,
    body: Uint8Array,
  ) {
    this.into = new SidecarFile('record', file);
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

  /** Returns the number of the FMU in the file. */
  numberOf(unit: string): number {
    return this.head.units.findIndex(({ name }) => name === unit);
  }

  /** Writes the pending data to the file. */
  commit(): void {
    if (this.out.length === 0) return;
    const bytes = this.out.take();
    const view = new DataView(this.piece.buffer);
    view.setUint32(0, bytes.length, true);
    view.setUint32(4, crc32(bytes), true);
    this.into.write(Buffer.concat([this.piece, bytes]));
    this.pieces++;
  }

  /**
   * Records how the run ended. Removes a file without calls, because the run failed before the
   * first one.
   */
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

/** Reads the pieces of a recording, up to the last complete one. */
export class RecordingReader {
  readonly head: RecordingHead;
  readonly body: Uint8Array;
  private readonly descriptor: Descriptor;
  private readonly size: number;
  private at = magic.length;

  /** @throws UserError if the file is not a recording, or of another version */
  constructor(readonly file: string) {
    try {
      this.descriptor = new Descriptor(openRegularFile(file), `replay ${file}`);
    } catch (error) {
      throw new UserError(
        `replay ${file}: ${messageOf(error)}. Use a file that a run recorded (--record-calls, in code recordCalls).`,
      );
    }
    try {
      this.size = fstatSync(this.descriptor.fd).size;
      const first = new TextDecoder().decode(this.readBytes(0, magic.length));
      if (first !== magic)
        throw new UserError(
          `replay ${file}: expected a recording${/^fmukit calls \d/.test(first) ? ' of this version' : ''}, got another file. Use a file that a run recorded (--record-calls, in code recordCalls).`,
        );
      const piece = this.next();
      if (piece === undefined) throw this.damaged('its header is incomplete');
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

  /**
   * Returns the contents of the next piece. Returns undefined at the end of the file or at an
   * incomplete piece.
   */
  next(): BytesReader | undefined {
    const rest = this.size - this.at - pieceHead;
    if (rest < 0) return undefined;
    const head = this.readBytes(this.at, pieceHead);
    const view = new DataView(head.buffer, head.byteOffset, pieceHead);
    const length = view.getUint32(0, true);
    if (length > rest) return undefined;
    const bytes = this.readBytes(this.at + pieceHead, length);
    if (length === 0 || crc32(bytes) !== view.getUint32(4, true))
      throw this.damaged(`its bytes from ${this.at} to ${this.at + pieceHead + length} have changed`);
    this.at += pieceHead + length;
    return new BytesReader(bytes);
  }

  damaged(how: string): UserError {
    return new UserError(
      `replay ${this.file}: the recording is damaged: ${how}. Copy it again, or record the run anew.`,
    );
  }

  close(): void {
    this.descriptor.close();
  }

  private readBytes(at: number, length: number): Uint8Array {
    const bytes = new Uint8Array(Math.max(0, Math.min(length, this.size - at)));
    for (let done = 0; done < bytes.length; ) {
      const read = readSync(this.descriptor.fd, bytes, done, bytes.length - done, at + done);
      if (read === 0) throw this.damaged('the file has become shorter');
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
    texts.every((candidate) => typeof candidate === 'string') &&
    Array.isArray(head.units) &&
    head.units.every(
      (unit) =>
        [unit.name, unit.host, unit.sha256].every((candidate) => typeof candidate === 'string') &&
        kinds.includes(unit.kind) &&
        [1, 2, 3].includes(unit.fmi),
    );
  if (!whole) throw new RangeError('its header lacks fields');
  return head;
}
