import type { CouplingContext } from '../coupling.ts';
import type { Gains } from '../schemes/substeps.ts';
import type { Scales } from '../transfer/nominal-scales.ts';
import type { Lanes } from '../transfer/scalar-connections.ts';
import type { Reach } from './find-first-event.ts';

/** How often an event is looked for again with what outputs were where it was found: a solver's noise may move it for ever. */
const mostMeetings = 8;

/**
 * An event of a unit that follows others' outputs, where these say, and not what was thought of them before: its unit steps again with polynomials that meet what
 * outputs are where it was found, until it is found there.
 */
export class Meeting {
  /** Units that have an event in the present step, and inputs that meet `ends` so far [s] behind its begin. */
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

  /** A step begins: nobody meets anything yet. */
  begin(): void {
    this.meets.fill(0);
    this.met = 0;
  }

  /** Events in a step from t by h that were found `size` [s] behind t with what inputs were extrapolated to; how far all units are once they are confirmed. */
  confirm(t: number, h: number, size: number): number {
    const { lanes, ends, meets, reach } = this;
    const { near, into, come } = reach;
    if (!this.find(size, h)) return size;
    let end = size;
    for (let tries = 0; tries < mostMeetings; tries++) {
      let at = end;
      if (at <= near) {
        // At once: nobody knows yet where inputs go.
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

  /** Marks units that have stopped at events behind `size` [s], and follow others; whether there are any. */
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

  /** Whether a unit that was marked follows what has no past. */
  private isShort(): boolean {
    const { lanes, meets } = this;
    for (let i = 0; i < lanes.size; i++) if (meets[lanes.to[i]] === 1 && lanes.isShort(i)) return true;
    return false;
  }

  /** One unit from where the step began by h, or to its first event; how far. */
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

  /** All units to `end` [s] behind t, those that were marked apart where `apart` says so, or to an event before; how far. */
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

  /** What inputs stand at by which an event was found, they stand at in it too, where that is within what is wanted of the coupling. */
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
