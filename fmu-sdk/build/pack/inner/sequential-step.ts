import { fail } from 'fmukit/author';
import { extrapolate, interpolate, output, read, ScalarConnection } from './scalar-connection';

/** A unit in the order of its steps, and the connections that set its inputs. */
@unmanaged
export class SequenceEntry {
  record: u32 = 0;
  stepSlot: u32 = 0;
  connections: u32 = 0;
  connectionsEnd: u32 = 0;
  /** Transfer of the other values, and ticks of its step, in the scheme multi-rate. */
  othersSlot: u32 = 0;
  period: u32 = 0;
}

/** Reads all outputs at the start of a step of H [s]. Returns false if a value is not finite. */
export function beginSequence(from: u32, end: u32, H: f64): bool {
  let finite: f64 = 0.0;
  for (let at: u32 = from; at < end; at += offsetof<ScalarConnection>())
    finite += read(changetype<ScalarConnection>(<usize>at), H) * 0.0;
  return finite === 0.0;
}

/** Steps units one after another (Gauss–Seidel). Returns false if a value is not finite. */
export function runSequence(sequence: u32, count: u32, t: f64, H: f64): bool {
  for (let k: u32 = 0; k < count; k++) {
    const entry: SequenceEntry = entryAt(sequence, k);
    let finite: f64 = 0.0;
    for (let at: u32 = entry.connections; at < entry.connectionsEnd; at += offsetof<ScalarConnection>()) {
      const c: ScalarConnection = changetype<ScalarConnection>(<usize>at);
      if (c.fresh === 0) extrapolate(c);
      else {
        const end: f64 = output(c);
        finite += end * 0.0;
        interpolate(c, end, H);
      }
    }
    if (finite !== 0.0) return false;
    advance(entry, t, H);
  }
  return true;
}

export function entryAt(sequence: u32, k: u32): SequenceEntry {
  return changetype<SequenceEntry>(<usize>sequence + k * offsetof<SequenceEntry>());
}

/** Steps a unit from t by H [s]. */
export function advance(entry: SequenceEntry, t: f64, H: f64): void {
  if (call_indirect<i32>(entry.stepSlot, t, H, entry.record) !== 0)
    fail('an inner unit refuses a communication step');
}
