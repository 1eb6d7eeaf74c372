import { fail } from 'fmukit/author';
import { forget, read, ScalarConnection } from './scalar-connection';

/** Units that step by one scheme: those of a system, or of a group in it. `stage-plan.ts` writes it. */
@unmanaged
export class Stage {
  /** Number of the communication step. */
  n: f64 = 0.0;
  /** Units and groups in the order of their steps. */
  sequence: u32 = 0;
  count: u32 = 0;
  /** Connections that set polynomials. `othersSlot` transfers the other values. */
  connections: u32 = 0;
  connectionsEnd: u32 = 0;
  othersSlot: u32 = 0;
  /** Ticks of H in the scheme multi-rate, otherwise 0. */
  ticks: u32 = 0;
  /** Plan of an iteration, or 0. */
  iteration: u32 = 0;
  /** Object of its scheme. */
  scheme: u32 = 0;
}

/**
 * A unit in the order of steps, and the connections that set its inputs. For a group, `stepSlot` is
 * 0, and `record` is the address of its stage.
 */
@unmanaged
export class SequenceEntry {
  record: u32 = 0;
  stepSlot: u32 = 0;
  connections: u32 = 0;
  connectionsEnd: u32 = 0;
  /** Transfer of the other values, in the scheme multi-rate. */
  othersSlot: u32 = 0;
  /** Ticks of its step in the scheme multi-rate, or its steps in H in the scheme waveform. */
  period: u32 = 0;
  /** First of its inputs that are inputs of the pack, or 0. */
  inputs: u32 = 0;
  reserved: u32 = 0;
}

/** Scheme of a stage. */
export abstract class StageScheme {
  /** Discards everything of an earlier run. */
  forget(): void {}

  /** Steps all units of a stage from t by H [s]. */
  abstract step(stage: Stage, t: f64, H: f64): void;
}

/** Discards everything that a stage knows of an earlier run. */
export function forgetStage(stage: Stage): void {
  for (let at: u32 = stage.connections; at < stage.connectionsEnd; at += offsetof<ScalarConnection>())
    forget(changetype<ScalarConnection>(<usize>at));
  changetype<StageScheme>(<usize>stage.scheme).forget();
}

/** Makes communication step n of a stage from t by H [s]. */
export function stepStage(stage: Stage, n: f64, t: f64, H: f64): void {
  stage.n = n;
  changetype<StageScheme>(<usize>stage.scheme).step(stage, t, H);
}

/** Reads all outputs at the start of a step of H [s], and transfers the values without a polynomial. */
export function beginStage(stage: Stage, H: f64): void {
  let finite: f64 = 0.0;
  for (let at: u32 = stage.connections; at < stage.connectionsEnd; at += offsetof<ScalarConnection>())
    finite += read(changetype<ScalarConnection>(<usize>at), H) * 0.0;
  finite += call_indirect<f64>(stage.othersSlot, stage.n);
  if (finite !== 0.0) refuseValue();
}

export function entryAt(stage: Stage, k: u32): SequenceEntry {
  return changetype<SequenceEntry>(<usize>stage.sequence + k * offsetof<SequenceEntry>());
}

/** Steps a unit or a group from t by H [s]. */
export function advance(stage: Stage, entry: SequenceEntry, t: f64, H: f64): void {
  if (entry.stepSlot === 0) stepStage(changetype<Stage>(<usize>entry.record), stage.n, t, H);
  else if (call_indirect<i32>(entry.stepSlot, t, H, entry.record) !== 0)
    fail('an inner unit refuses a communication step');
}

export function refuseValue(): void {
  fail('a value between its inner units is not finite');
}
