import { DrivenInputs } from './driven-inputs';
import { extrapolate, interpolate, output, read, ScalarConnection, shift } from './scalar-connection';
import { advance, entryAt, refuseValue, SequenceEntry, Stage, StageScheme } from './stage';

/**
 * Steps units that each have their own step. Steps count in ticks. The order of operations is
 * that of `master/coupling/schemes/multi-rate.ts`.
 */
export class MultiRateStep extends StageScheme {
  private driven: DrivenInputs;

  constructor(driven: DrivenInputs) {
    super();
    this.driven = driven;
  }

  override step(stage: Stage, t: f64, H: f64): void {
    const whole: u32 = stage.ticks;
    const tick: f64 = H / f64(whole);
    const end: f64 = t + H;
    for (let j: u32 = 0; j < whole; j++) {
      const now: u64 = u64(stage.n) * u64(whole) + u64(j);
      if (!begin(stage, now, tick)) refuseValue();
      this.keepInputs(stage, now, j === 0 ? t : t + f64(j) * tick);
      for (let k: u32 = 0; k < stage.count; k++) {
        const entry: SequenceEntry = entryAt(stage, k);
        const period: u32 = entry.period;
        if ((now + 1) % u64(period) !== 0) continue;
        const behind: i32 = i32(j + 1) - i32(period);
        const from: f64 = behind === 0 ? t : t + f64(behind) * tick;
        // The last step ends exactly at the communication point.
        const h: f64 = period === whole ? H : j + 1 === whole ? end - from : f64(period) * tick;
        this.driven.give(entry.inputs);
        if (!give(entry, now + 1 - u64(period), h, tick)) refuseValue();
        advance(stage, entry, from, h);
      }
    }
  }

  /** Keeps the inputs of the units whose steps begin at t [s], because slow units step later. */
  private keepInputs(stage: Stage, now: u64, t: f64): void {
    for (let k: u32 = 0; k < stage.count; k++) {
      const entry: SequenceEntry = entryAt(stage, k);
      if (now % u64(entry.period) === 0) this.driven.keep(entry.inputs, t);
    }
  }
}

/** Begins steps at this tick: reads outputs and transfers other values. */
function begin(stage: Stage, now: u64, tick: f64): bool {
  let finite: f64 = 0.0;
  for (let k: u32 = 0; k < stage.count; k++) {
    const entry: SequenceEntry = entryAt(stage, k);
    for (let at: u32 = entry.connections; at < entry.connectionsEnd; at += offsetof<ScalarConnection>()) {
      const c: ScalarConnection = changetype<ScalarConnection>(<usize>at);
      if (now % u64(c.spacing) === 0) finite += read(c, f64(c.spacing) * tick) * 0.0;
    }
  }
  for (let k: u32 = 0; k < stage.count; k++) {
    const entry: SequenceEntry = entryAt(stage, k);
    if (now % u64(entry.period) === 0) finite += call_indirect<f64>(entry.othersSlot, stage.n);
  }
  return finite === 0.0;
}

/** Sets the inputs of a unit over a step of h [s] from tick `start`. */
function give(entry: SequenceEntry, start: u64, h: f64, tick: f64): bool {
  let finite: f64 = 0.0;
  for (let at: u32 = entry.connections; at < entry.connectionsEnd; at += offsetof<ScalarConnection>()) {
    const c: ScalarConnection = changetype<ScalarConnection>(<usize>at);
    if (c.fresh !== 0) {
      const end: f64 = output(c);
      finite += end * 0.0;
      interpolate(c, end, h);
    } else {
      extrapolate(c);
      const late: u64 = start % u64(c.spacing);
      if (late > 0) shift(c, f64(late) * tick);
    }
  }
  return finite === 0.0;
}
