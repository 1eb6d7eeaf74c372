import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { writeWhole } from '../../../fmu-sdk/util/files/atomic-write.ts';
import { packageVersion } from '../../../fmu-sdk/util/package-files.ts';
import { readRegularFile } from '../../../fmu-sdk/util/regular-file.ts';
import { messageOf, UserError } from '../../../fmu-sdk/util/user-error.ts';
import type { KeptRows } from './saved-rows.ts';
import type { Fingerprint } from './system-fingerprint.ts';

/** What a file begins with. */
const magic = 'fmukit checkpoint 1\n';

/** What a checkpoint says of itself, as one line of JSON behind its first line; behind that SHA-256 of all the rest, and the state, deflated. */
export interface CheckpointHead {
  /** Version of the program that has written it. */
  readonly fmukit: string;
  /** Where native units have run, as `process.platform` and `process.arch` say it. */
  readonly platform: string;
  readonly system: string;
  readonly time: number;
  readonly steps: number;
  readonly fingerprint: Fingerprint;
  /** Results up to here; left out where there are none. */
  readonly rows?: KeptRows;
  /** What whoever has begun the run wants to know again. */
  readonly said: unknown;
  /** Of the state, inflated. */
  readonly bytes: number;
}

/** More than any run has come to. */
const mostBytes = 2 ** 32;

export interface Checkpoint extends CheckpointHead {
  readonly state: Uint8Array;
}

export const platform = (): string => `${process.platform} ${process.arch}`;

/** Writes a checkpoint whole or not at all, in place of an earlier one. */
export function writeCheckpoint(
  file: string,
  state: Uint8Array,
  head: Omit<CheckpointHead, 'fmukit' | 'platform' | 'bytes'>,
): void {
  const body = deflateRawSync(state, { level: 1 });
  const all = { fmukit: packageVersion(), platform: platform(), ...head, bytes: state.length };
  const line = Buffer.from(JSON.stringify(all));
  writeWhole(file, Buffer.concat([Buffer.from(magic), line, Buffer.from(`\n${sumOf(line, body)}\n`), body]));
}

/** @throws UserError where it is none, or damaged, or of another version */
export function readCheckpoint(file: string): Checkpoint {
  const bytes = contentOf(file);
  const end = bytes.indexOf(10, magic.length);
  if (bytes.subarray(0, magic.length).toString('latin1') !== magic || end < 0)
    throw new UserError(`resume ${file}: it is no checkpoint. Name a file that --checkpoint has written.`);
  const line = bytes.subarray(magic.length, end);
  const sum = bytes.subarray(end + 1, end + 66).toString('latin1');
  const body = bytes.subarray(end + 66);
  const head = sum === `${sumOf(line, body)}\n` ? headOf(line) : undefined;
  if (head === undefined) throw damaged(file, `its ${bytes.length} bytes are not those that were written`);
  if (head.fmukit !== packageVersion())
    throw new UserError(
      `resume ${file}: it was written by fmukit ${head.fmukit}, and this is ${packageVersion()}, which may compute other bits. Resume it there, or begin the run anew.`,
    );
  return { ...head, state: stateOf(file, body, head.bytes) };
}

/** No more than it says: what inflates without end is none. */
function stateOf(file: string, body: Uint8Array, bytes: number): Uint8Array {
  try {
    return Uint8Array.from(inflateRawSync(body, { maxOutputLength: bytes }));
  } catch (error) {
    throw damaged(
      file,
      `its state cannot be inflated to the ${bytes} bytes that it says (${messageOf(error)})`,
    );
  }
}

/** What only somebody else can have written, or nobody. */
export function damaged(file: string, how: string): UserError {
  return new UserError(`resume ${file}: it is damaged: ${how}. Copy it again, or begin the run anew.`);
}

function contentOf(file: string): Buffer {
  try {
    return Buffer.from(readRegularFile(file, mostBytes));
  } catch (error) {
    throw new UserError(
      `resume ${file}: ${messageOf(error)}. Name a file that --checkpoint has written (a run that has finished leaves none).`,
    );
  }
}

/** Undefined where it says less than a head does. */
function headOf(line: Buffer): CheckpointHead | undefined {
  try {
    const head = JSON.parse(line.toString('utf8')) as CheckpointHead;
    const { fingerprint, bytes } = head;
    return Array.isArray(fingerprint.units) && Number.isSafeInteger(bytes) && bytes > 0 && fingerprint.parts
      ? head
      : undefined;
  } catch {
    return undefined;
  }
}

const sumOf = (line: Uint8Array, body: Uint8Array): string =>
  createHash('sha256').update(line).update(body).digest('hex');
