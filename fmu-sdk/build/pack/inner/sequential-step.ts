import { extrapolate, interpolate, output, ScalarConnection } from './scalar-connection';
import { advance, beginStage, entryAt, refuseValue, SequenceEntry, Stage, StageScheme } from './stage';

/** Steps units one after another (Gauss–Seidel). Without connections, it steps them as Jacobi does. */
export class SequentialStep extends StageScheme {
  override step(stage: Stage, t: f64, H: f64): void {
    beginStage(stage, H);
    for (let k: u32 = 0; k < stage.count; k++) {
      const entry: SequenceEntry = entryAt(stage, k);
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
      if (finite !== 0.0) refuseValue();
      advance(stage, entry, t, H);
    }
  }
}
