import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { writeAtomically } from '../../../fmu-sdk/util/files/atomic-write.ts';
import { packageVersion } from '../../../fmu-sdk/util/package-files.ts';
import { readRegularFile } from '../../../fmu-sdk/util/regular-file.ts';
import { messageOf, UserError } from '../../../fmu-sdk/util/user-error.ts';
import { type CheckpointHead, headFrom } from './checkpoint-head.ts';

/** First line of a checkpoint file. */
const magic = 'fmukit checkpoint 1\n';

/** Size limit of a checkpoint [bytes], larger than any known run. */
const mostBytes = 2 ** 32;

export interface Checkpoint extends CheckpointHead {
  readonly state: Uint8Array;
}

export const platform = (): string => `${process.platform} ${process.arch}`;

/** Writes a checkpoint atomically and replaces an earlier one. */
export function writeCheckpoint(
  file: string,
  state: Uint8Array,
  head: Omit<CheckpointHead, 'fmukit' | 'platform' | 'bytes'>,
): void {
  const body = deflateRawSync(state, { level: 1 });
  const all = { fmukit: packageVersion(), platform: platform(), ...head, bytes: state.length };
  const line = Buffer.from(JSON.stringify(all));
  writeAtomically(
    file,
    Buffer.concat([Buffer.from(magic), line, Buffer.from(`\n${sumOf(line, body)}\n`), body]),
  );
}

/** @throws UserError if the file is not a checkpoint, is damaged, or has another version */
export function readCheckpoint(file: string): Checkpoint {
  const bytes = contentOf(file);
  const end = bytes.indexOf(10, magic.length);
  if (bytes.subarray(0, magic.length).toString('latin1') !== magic || end < 0)
    throw new UserError(
      `resume ${file}: the file is not a checkpoint. Name a file that --checkpoint has written.`,
    );
  const line = bytes.subarray(magic.length, end);
  const sum = bytes.subarray(end + 1, end + 66).toString('latin1');
  const body = bytes.subarray(end + 66);
  if (sum !== `${sumOf(line, body)}\n`)
    throw damagedError(file, `the hash of its ${bytes.length} bytes does not match`);
  const head = headOf(line);
  if (typeof head === 'string') throw damagedError(file, head);
  if (head.fmukit !== packageVersion())
    throw new UserError(
      `resume ${file}: the checkpoint was written by fmukit ${head.fmukit}, but this is ${packageVersion()}, which may give different results. Resume with that version, or start the run again.`,
    );
  return { ...head, state: stateOf(file, body, head.bytes) };
}

/** Inflates the state, at most to its declared size. */
function stateOf(file: string, body: Uint8Array, bytes: number): Uint8Array {
  try {
    const state = Uint8Array.from(inflateRawSync(body, { maxOutputLength: bytes }));
    if (state.length !== bytes) throw new RangeError(`it has ${state.length} bytes`);
    return state;
  } catch (error) {
    throw damagedError(
      file,
      `its state does not inflate to the declared ${bytes} bytes (${messageOf(error)})`,
    );
  }
}

/** Returns the error for a damaged checkpoint. */
export function damagedError(file: string, how: string): UserError {
  return new UserError(
    `resume ${file}: the checkpoint is damaged: ${how}. Copy it again, or start the run again.`,
  );
}

function contentOf(file: string): Buffer {
  try {
    return Buffer.from(readRegularFile(file, mostBytes));
  } catch (error) {
    throw new UserError(
      `resume ${file}: ${messageOf(error)}. Name a file that --checkpoint has written (a finished run deletes it).`,
    );
  }
}

/** Parses the header. Returns what is wrong with a header that does not fit. */
function headOf(line: Buffer): CheckpointHead | string {
  try {
    return headFrom(JSON.parse(line.toString('utf8')));
  } catch {
    return 'its header is not JSON';
  }
}

const sumOf = (line: Uint8Array, body: Uint8Array): string =>
  createHash('sha256').update(line).update(body).digest('hex');
