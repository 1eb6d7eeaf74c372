import type { CouplingContext } from '../coupling.ts';
import type { Gains } from '../schemes/shared/substeps.ts';
import type { Scales } from '../transfer/nominal-scales.ts';
import type { ScalarConnections } from '../transfer/scalar-connections.ts';
import type { FirstEventSearch } from './find-first-event.ts';

/**
 * Limit of repetitions of the search for an event with updated inputs. A solver's noise could move
 * the event forever.
 */
const mostRepetitions = 8;

/**
 * Confirms events of units that depend on extrapolated outputs of others. Such a unit repeats its
 * step with polynomials through the outputs at the event, until it finds the event at the same
 * time.
 */
export class EventAgreement {
  /**
   * Units that have an event in the present step. Their inputs meet `ends` so far [s] after its
   * beginning.
   */
  private readonly marked: Uint8Array;
  private readonly ends: Float64Array;
  private met = 0;
  private readonly now: Float64Array;
  private readonly was: Float64Array;

  constructor(
    private readonly context: CouplingContext,
    private readonly scalarConnections: ScalarConnections,
    private readonly reach: FirstEventSearch,
    private readonly scales: Scales,
    private readonly gains: Gains,
  ) {
    this.marked = new Uint8Array(context.instances.length);
    [this.ends, this.now, this.was] = [0, 1, 2].map(() => new Float64Array(scalarConnections.size));
  }

  /** Begins a step without marked units. */
  begin(): void {
    this.marked.fill(0);
    this.met = 0;
  }

  /**
   * Confirms events in a step from t by h, found with extrapolated inputs `size` [s] after t.
   * Returns how far all units are after the confirmation.
   */
  confirm(t: number, h: number, size: number): number {
    const { scalarConnections, ends, marked, reach } = this;
    const { into, reached: come } = reach;
    const { near } = reach.same;
    if (!this.markUnits(size, h)) return size;
    let end = size;
    for (let tries = 0; tries < mostRepetitions; tries++) {
      let at = end;
      if (at <= near) {
        // Stops at once, because the trend of inputs is not known yet.
        if (tries > 0 || !this.lacksHistory()) break;
        at = this.repeatOthers(t, h, true);
        if (at <= near) return this.repeatOthers(t, end, false);
      }
      for (let i = 0; i < scalarConnections.size; i++) scalarConnections.readOutput(i, ends);
      this.met = at;
      end = h;
      for (let k = 0; k < come.length; k++)
        if (marked[k] === 1) end = Math.min(end, this.repeatStep(k, t, h));
      end = this.repeatOthers(t, end, false);
      if (end === h || Math.abs(end - at) <= near) break;
    }
    for (let k = 0; k < into.length; k++)
      if (marked[k] === 1 && come[k] <= end + near) this.markConsistent(into[k]);
    return end === h || end > near ? end : this.repeatOthers(t, 0, false);
  }

  /**
   * Marks units that stopped at events after `size` [s] and depend on others. Returns true if there
   * are any.
   */
  private markUnits(size: number, h: number): boolean {
    const { scalarConnections, marked, context } = this;
    const { reached: come, same, into } = this.reach;
    if (size === h) return false;
    let any = false;
    for (let k = 0; k < come.length; k++) {
      if (context.instances[k].eventful === undefined || come[k] > size + same.near) continue;
      for (let j = 0; j < into[k].length; j++) if (scalarConnections.hasSlope(into[k][j])) marked[k] = 1;
      if (marked[k] === 1) any = true;
    }
    return any;
  }

  /** Reports whether a marked unit depends on values without a past. */
  private lacksHistory(): boolean {
    const { scalarConnections, marked } = this;
    for (let i = 0; i < scalarConnections.size; i++)
      if (marked[scalarConnections.to[i]] === 1 && scalarConnections.lacksHistory(i)) return true;
    return false;
  }

  /** Repeats the step of one unit by h, or to its first event. Returns how far it came. */
  private repeatStep(k: number, t: number, h: number): number {
    const { scalarConnections, marked, met, ends, reach } = this;
    const into = reach.into[k];
    reach.restore(k);
    for (let j = 0; j < into.length; j++) {
      const i = into[j];
      if (marked[k] === 1 && met > 0 && scalarConnections.hasSlope(i))
        scalarConnections.interpolateTo(i, ends, met);
      else scalarConnections.extrapolate(i);
    }
    return reach.repeatStep(k, t, h);
  }

  /**
   * Repeats the steps of units up to `end` [s] after t, or to an earlier event. With `apart`,
   * marked units are left out. Returns how far they came.
   */
  private repeatOthers(t: number, end: number, apart: boolean): number {
    const { marked, reach } = this;
    const { reached: come } = reach;
    const { near } = reach.same;
    for (let tries = 0; ; tries++) {
      let again = false;
      for (let k = 0; k < come.length; k++) {
        if (Math.abs(come[k] - end) <= near || (apart && marked[k] === 1)) continue;
        again = true;
        if (this.repeatStep(k, t, end) < end - near) end = come[k];
      }
      if (!again) return end;
      reach.refuseRepetition(tries, t, end);
    }
  }

  /**
   * Marks inputs as consistent that led to an event, if their difference is within the tolerance of
   * the coupling.
   */
  private markConsistent(into: Int32Array): void {
    const { scalarConnections, now, was, scales, gains } = this;
    for (let j = 0; j < into.length; j++) {
      const i = into[j];
      scalarConnections.readOutput(i, now);
      scalarConnections.readInput(i, was);
      if (Math.abs(now[i] - was[i]) * scales.weights[i] <= gains.tolerance)
        scalarConnections.markConsistent(i);
    }
  }
}
