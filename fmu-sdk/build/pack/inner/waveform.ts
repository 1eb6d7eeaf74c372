import { DrivenInputs } from './driven-inputs';
import { InnerIteration } from './iteration';
import { extrapolate, output, ScalarConnection, valueAfter } from './scalar-connection';
import { advance, entryAt, SequenceEntry, Stage } from './stage';
import { WindowCurve } from './window-curve';

/**
 * Waveform iteration with substeps: each unit crosses a communication step by its own steps. The
 * order of operations is that of `master/coupling/schemes/waveform.ts`.
 */
export class InnerWaveform extends InnerIteration {
  /** Curves of the connections, in the order of the stage. */
  private curves: WindowCurve[] = [];
  private firstConnection: u32;
  private driven: DrivenInputs;

  constructor(stage: Stage, driven: DrivenInputs) {
    super(stage.iteration);
    this.driven = driven;
    this.firstConnection = stage.connections;
    for (let at: u32 = stage.connections; at < stage.connectionsEnd; at += offsetof<ScalarConnection>()) {
      const c: ScalarConnection = changetype<ScalarConnection>(<usize>at);
      this.curves.push(new WindowCurve(c, entryAt(stage, c.from).period));
    }
  }

  override forget(): void {
    super.forget();
    for (let i = 0; i < this.curves.length; i++) this.curves[i].forget();
  }

  protected override begin(stage: Stage, H: f64): void {
    super.begin(stage, H);
    for (let at: u32 = stage.connections; at < stage.connectionsEnd; at += offsetof<ScalarConnection>()) {
      const c: ScalarConnection = changetype<ScalarConnection>(<usize>at);
      const guess: StaticArray<f64> = this.curveAt(at).guess;
      const count: i32 = guess.length;
      guess[0] = c.guess;
      extrapolate(c);
      for (let j = 1; j < count; j++) guess[j] = valueAfter(c, (f64(j) * H) / f64(count));
    }
  }

  protected override sweep(stage: Stage, t: f64, H: f64): void {
    for (let s: u32 = 0; s < stage.count; s++) {
      const entry: SequenceEntry = entryAt(stage, s);
      for (let at: u32 = entry.connections; at < entry.connectionsEnd; at += offsetof<ScalarConnection>())
        this.curveAt(at).draw(H);
      if (entry.period === 1) {
        this.give(entry, 0, 1, H);
        advance(stage, entry, t, H);
        this.read(stage, s, 0);
      } else this.cross(stage, s, t, H);
    }
  }

  /** Steps a unit over the step, and reads its outputs after each of its steps. */
  private cross(stage: Stage, s: u32, t: f64, H: f64): void {
    const entry: SequenceEntry = entryAt(stage, s);
    const parts: i32 = entry.period;
    for (let k = 0; k < parts; k++) {
      const from: f64 = k === 0 ? t : t + (f64(k) * H) / f64(parts);
      const to: f64 = k + 1 === parts ? t + H : t + (f64(k + 1) * H) / f64(parts);
      this.driven.keep(entry.inputs, from);
      this.driven.give(entry.inputs);
      this.give(entry, k, parts, H);
      advance(stage, entry, from, to - from);
      this.read(stage, s, k + 1 === parts ? 0 : k + 1);
    }
  }

  /** Sets the inputs of a unit for one of its steps. */
  private give(entry: SequenceEntry, k: i32, parts: i32, H: f64): void {
    for (let at: u32 = entry.connections; at < entry.connectionsEnd; at += offsetof<ScalarConnection>())
      this.curveAt(at).set(k, parts, H);
  }

  /** Reads the outputs of a unit as sample j. Units that step later use them at once. */
  private read(stage: Stage, s: u32, j: i32): void {
    for (let at: u32 = stage.connections; at < stage.connectionsEnd; at += offsetof<ScalarConnection>()) {
      const c: ScalarConnection = changetype<ScalarConnection>(<usize>at);
      if (c.from !== s) continue;
      const curve: WindowCurve = this.curveAt(at);
      const value: f64 = output(c);
      curve.values[j] = value;
      if (c.fresh !== 0) curve.guess[j] = value;
    }
  }

  protected override accept(H: f64): void {
    for (let i = 0; i < this.curves.length; i++) this.curves[i].end(H);
  }

  protected override presentValue(j: u32): f64 {
    return this.curveAt(this.unknown(j).connection).values[this.unknown(j).sample];
  }

  protected override guessOf(j: u32): f64 {
    return this.curveAt(this.unknown(j).connection).guess[this.unknown(j).sample];
  }

  protected override setGuess(j: u32, value: f64): void {
    this.curveAt(this.unknown(j).connection).guess[this.unknown(j).sample] = value;
  }

  private curveAt(connection: u32): WindowCurve {
    return this.curves[(connection - this.firstConnection) / offsetof<ScalarConnection>()];
  }
}
