import { rmSync } from 'node:fs';
import { OtherObjects } from '../../../fmu-sdk/host/state/session-image.ts';
import { requirePath } from '../../../fmu-sdk/util/files/require-path.ts';
import { type OptionTable, requireOptions } from '../../../fmu-sdk/util/require-options.ts';
import { messageOf, UserError } from '../../../fmu-sdk/util/user-error.ts';
import { cell } from '../../coupling/activity.ts';
import type { Session } from '../session.ts';
import { type Checkpoint, damaged, platform, writeCheckpoint } from './checkpoint-file.ts';
import { requirePlain } from './json-data.ts';
import { RunState } from './run-state.ts';
import type { KeptRows } from './saved-rows.ts';
import { difference, type Fingerprint, fingerprintOf } from './system-fingerprint.ts';

/** Where checkpoints of a run go, and how often. */
export interface CheckpointOptions {
  readonly file: string;
  /** Wall time between two of them [s]; 0: one at each row. */
  readonly seconds: number;
  /** What is kept in them for whoever resumes the run: plain data (JSON). */
  readonly said?: unknown;
}

const checkpointKinds: OptionTable<CheckpointOptions> = { file: 'path', seconds: 'number', said: 'any' };

/** Refuses what a caller without types takes for checkpoints of a run. */
export function requireCheckpoint(system: string, given: CheckpointOptions | undefined): void {
  if (given === undefined) return;
  const what = `run ${system}: checkpoint`;
  requireOptions(what, given, checkpointKinds);
  requirePath(`${what}: file`, given.file);
  if (given.said !== undefined) requirePlain(`${what}.said`, given.said);
}

/**
 * Keeps the whole of a run in a file, now and then and where it is interrupted; begins one where such a file says.
 *
 * Call order: `start` in place of the session's → `look` behind each row → `keep` where it ends early, or `remove` when all is done.
 */
export class Checkpoints {
  private state: RunState | undefined;
  private last = performance.now();
  private readonly fingerprint: Fingerprint;

  /**
   * @param options left out: it is begun from a checkpoint, and none is written
   * @param from left out: it begins at the start
   */
  constructor(
    private readonly session: Session,
    private readonly options: CheckpointOptions | undefined,
    private readonly from: { readonly file: string; readonly checkpoint: Checkpoint } | undefined,
    private readonly recorder: { secure(): void } | undefined,
    private readonly results: { secure(): KeptRows; goOn(rows: KeptRows, file: string): void } | undefined,
  ) {
    this.fingerprint = fingerprintOf(session.system);
    if (options !== undefined && !(options.seconds >= 0))
      throw new UserError(
        `run ${session.system.name}: checkpoint.seconds = ${options.seconds} s is no time between two checkpoints. Give a number of seconds, 0 or more.`,
      );
    if (from !== undefined) refuseOther(from.file, from.checkpoint, this.fingerprint);
  }

  start(): void {
    const { session, from, options, results } = this;
    // Results that cannot be gone on with are refused before there are any.
    if (options !== undefined) results?.secure();
    session.begin();
    this.state = new RunState(session);
    if (from === undefined) session.row();
    else this.load(this.state, from.file, from.checkpoint);
    this.last = performance.now();
  }

  private load(state: RunState, file: string, { state: bytes, rows }: Checkpoint): void {
    const { session, results } = this;
    if (results !== undefined && rows === undefined)
      throw damaged(file, 'it says nothing of the results up to it');
    if (rows !== undefined) results?.goOn(rows, file);
    try {
      state.load(bytes);
    } catch (error) {
      if (error instanceof UserError) throw error;
      const why =
        error instanceof OtherObjects || error instanceof RangeError
          ? 'the program that reads it, or a module of --use, is another than the one that has written it'
          : messageOf(error);
      throw new UserError(`resume ${file}: ${why}. Resume it with that one, or begin the run anew.`);
    }
    session.activity.cells[cell.steps] = session.n;
  }

  /** A row has been recorded. */
  look(): void {
    const { options } = this;
    if (options === undefined) return;
    const now = performance.now();
    if (now - this.last < 1000 * options.seconds) return;
    this.keep();
    // What it takes to write one is not taken from the run.
    this.last = performance.now();
  }

  keep(): void {
    const { options, state, session, recorder, results, fingerprint } = this;
    if (options === undefined || state === undefined || session.done) return;
    session.rest();
    recorder?.secure();
    const rows = results?.secure();
    writeCheckpoint(options.file, state.save(), {
      system: session.system.name,
      time: session.told(),
      steps: session.n,
      fingerprint,
      rows,
      said: options.said,
    });
  }

  /** All is done: there is nothing to go on with. */
  remove(): void {
    for (const file of [this.options?.file, this.from?.file])
      if (file !== undefined) rmSync(file, { force: true });
  }
}

function refuseOther(
  file: string,
  { fingerprint, platform: there, system }: Checkpoint,
  now: Fingerprint,
): void {
  const other = difference(now, fingerprint);
  if (other !== undefined)
    throw new UserError(
      `resume ${file}: ${system} is not what it was when the checkpoint was written: ${other}. Give it back what it had, or begin the run anew.`,
    );
  const native = now.units.filter((unit) => unit.native).map(({ name }) => name);
  if (native.length > 0 && there !== platform())
    throw new UserError(
      `resume ${file}: native code of ${native.join(', ')} has run on ${there}, and this is ${platform()}. Resume it there, or run WebAssembly components of them.`,
    );
}
