import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { messageOf, UserError } from '../../../fmu-sdk/error.ts';
import { writeWhole } from '../../../fmu-sdk/files/whole.ts';
import { packageVersion } from '../../../fmu-sdk/package.ts';
import type { Fingerprint } from './fingerprint.ts';
import type { KeptRows } from './kept-rows.ts';

/** What a file begins with. */
const magic = 'fmukit checkpoint 1\n';

/** What a checkpoint says of itself, as one line of JSON behind its first line. */
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
  /** SHA-256 of what follows, deflated: the state. */
  readonly sha256: string;
}

export interface Checkpoint extends CheckpointHead {
  readonly state: Uint8Array;
}

export const platform = (): string => `${process.platform} ${process.arch}`;

/** Writes a checkpoint whole or not at all, in place of an earlier one. */
export function writeCheckpoint(
  file: string,
  state: Uint8Array,
  head: Omit<CheckpointHead, 'fmukit' | 'platform' | 'sha256'>,
): void {
  const body = deflateRawSync(state, { level: 1 });
  const all = { fmukit: packageVersion(), platform: platform(), ...head, sha256: sha256(body) };
  writeWhole(file, Buffer.concat([Buffer.from(`${magic}${JSON.stringify(all)}\n`), body]));
}

/** @throws UserError where it is none, or damaged, or of another version */
export function readCheckpoint(file: string): Checkpoint {
  const bytes = contentOf(file);
  const line = bytes.indexOf(10, magic.length);
  if (bytes.subarray(0, magic.length).toString('latin1') !== magic || line < 0)
    throw new UserError(`resume ${file}: it is no checkpoint. Name a file that --checkpoint has written.`);
  const body = bytes.subarray(line + 1);
  const head = headOf(bytes.subarray(magic.length, line));
  if (head === undefined || head.sha256 !== sha256(body))
    throw new UserError(
      `resume ${file}: it is damaged: its ${bytes.length} bytes are not those that were written. Copy it again, or begin the run anew.`,
    );
  if (head.fmukit !== packageVersion())
    throw new UserError(
      `resume ${file}: it was written by fmukit ${head.fmukit}, and this is ${packageVersion()}, which may compute other bits. Resume it there, or begin the run anew.`,
    );
  return { ...head, state: Uint8Array.from(inflateRawSync(body)) };
}

function contentOf(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new UserError(
      `resume ${file}: ${messageOf(error)}. Name a file that --checkpoint has written (a run that has finished leaves none).`,
    );
  }
}

function headOf(bytes: Buffer): CheckpointHead | undefined {
  try {
    return JSON.parse(bytes.toString('utf8')) as CheckpointHead;
  } catch {
    return undefined;
  }
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
