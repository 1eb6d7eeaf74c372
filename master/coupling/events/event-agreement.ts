import type { CouplingContext } from '../coupling.ts';
import type { Gains } from '../schemes/substeps.ts';
import type { Scales } from '../transfer/nominal-scales.ts';
import type { Lanes } from '../transfer/scalar-connections.ts';
import type { Reach } from './find-first-event.ts';

/**
 * Limit of repetitions of the search for an event with updated inputs. A solver's noise could move
 * the event forever.
 */
const mostMeetings = 8;

/**
 * Confirms events of units that depend on extrapolated outputs of others. Such a unit repeats its
 * step with polynomials through the outputs at the event, until it finds the event at the same
 * time.
 */
export class Meeting {
  /**
   * Units that have an event in the present step. Their inputs meet `ends` so far [s] after its
   * beginning.
   */
  private readonly meets: Uint8Array;
  private readonly ends: Float64Array;
  private met = 0;
  private readonly now: Float64Array;
  private readonly was: Float64Array;

  constructor(
    private readonly context: CouplingContext,
    private readonly lanes: Lanes,
    private readonly reach: Reach,
    private readonly scales: Scales,
    private readonly gains: Gains,
  ) {
    this.meets = new Uint8Array(context.instances.length);
    [this.ends, this.now, this.was] = [0, 1, 2].map(() => new Float64Array(lanes.size));
  }

  /** Begins a step without marked units. */
  begin(): void {
    this.meets.fill(0);
    this.met = 0;
  }

  /**
   * Confirms events in a step from t by h, found with extrapolated inputs `size` [s] after t.
   * Returns how far all units are after the confirmation.
   */
  confirm(t: number, h: number, size: number): number {
    const { lanes, ends, meets, reach } = this;
    const { near, into, come } = reach;
    if (!this.find(size, h)) return size;
    let end = size;
    for (let tries = 0; tries < mostMeetings; tries++) {
      let at = end;
      if (at <= near) {
        // Stops at once, because the trend of inputs is not known yet.
        if (tries > 0 || !this.isShort()) break;
        at = this.others(t, h, true);
        if (at <= near) return this.others(t, end, false);
      }
      for (let i = 0; i < lanes.size; i++) lanes.read(i, ends);
      this.met = at;
      end = h;
      for (let k = 0; k < come.length; k++) if (meets[k] === 1) end = Math.min(end, this.anew(k, t, h));
      end = this.others(t, end, false);
      if (end === h || Math.abs(end - at) <= near) break;
    }
    for (let k = 0; k < into.length; k++) if (meets[k] === 1 && come[k] <= end + near) this.agree(into[k]);
    return end === h || end > near ? end : this.others(t, 0, false);
  }

  /**
   * Marks units that stopped at events after `size` [s] and depend on others. Returns true if there
   * are any.
   */
  private find(size: number, h: number): boolean {
    const { lanes, meets, context } = this;
    const { come, near, into } = this.reach;
    if (size === h) return false;
    let any = false;
    for (let k = 0; k < come.length; k++) {
      if (context.instances[k].eventful === undefined || come[k] > size + near) continue;
      for (let j = 0; j < into[k].length; j++) if (lanes.moves(into[k][j])) meets[k] = 1;
      if (meets[k] === 1) any = true;
    }
    return any;
  }

  /** Reports whether a marked unit depends on values without a past. */
  private isShort(): boolean {
    const { lanes, meets } = this;
    for (let i = 0; i < lanes.size; i++) if (meets[lanes.to[i]] === 1 && lanes.isShort(i)) return true;
    return false;
  }

  /** Repeats the step of one unit by h, or to its first event. Returns how far it came. */
  private anew(k: number, t: number, h: number): number {
    const { lanes, meets, met, ends, reach } = this;
    const into = reach.into[k];
    reach.restore(k);
    for (let j = 0; j < into.length; j++) {
      const i = into[j];
      if (meets[k] === 1 && met > 0 && lanes.moves(i)) lanes.meet(i, ends, met);
      else lanes.extrapolate(i);
    }
    return reach.again(k, t, h);
  }

  /**
   * Repeats the steps of units up to `end` [s] after t, or to an earlier event. With `apart`,
   * marked units are left out. Returns how far they came.
   */
  private others(t: number, end: number, apart: boolean): number {
    const { meets, reach } = this;
    const { come, near } = reach;
    for (let tries = 0; ; tries++) {
      let again = false;
      for (let k = 0; k < come.length; k++) {
        if (Math.abs(come[k] - end) <= near || (apart && meets[k] === 1)) continue;
        again = true;
        if (this.anew(k, t, end) < end - near) end = come[k];
      }
      if (!again) return end;
      reach.refuseFurther(tries, t, end);
    }
  }

  /**
   * Marks inputs as consistent that led to an event, if their difference is within the tolerance of
   * the coupling.
   */
  private agree(into: Int32Array): void {
    const { lanes, now, was, scales, gains } = this;
    for (let j = 0; j < into.length; j++) {
      const i = into[j];
      lanes.read(i, now);
      lanes.given(i, was);
      if (Math.abs(now[i] - was[i]) * scales.weights[i] <= gains.tolerance) lanes.agree(i);
    }
  }
}
