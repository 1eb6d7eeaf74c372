import type { Lanes } from './scalar-connections.ts';

/**
 * What inputs have been given too little so far, by the time integral of each: D ← D + ∫ (u − ũ) over a step, u by the trapezoidal rule
 * from its ends; the next step's ũ is raised by D / h, so that in the end inputs get the integral that outputs had (Benedikt et al. 2013).
 *
 * Call order in a step: `lanes.begin` → `begin` → for each lane `lanes.extrapolate` → `raise` → the units step.
 */
export class Deficit {
  /** D of each lane [that of the input · s]. */
  private readonly missing: Float64Array;
  /** ∫ ũ over the last step. */
  private readonly given: Float64Array;
  /** Lanes of values that are not continuous, which are no integrals of anything: inputs get them as they are. */
  private readonly held: Uint8Array;
  /** Size of the last step [s]; 0: there was none. */
  private readonly last = new Float64Array(1);

  constructor(
    private readonly lanes: Lanes,
    private readonly gain: number,
  ) {
    this.missing = new Float64Array(lanes.size);
    this.held = Uint8Array.from(this.missing, (_, i) => Number(!lanes.isContinuous(i)));
    this.given = new Float64Array(lanes.size);
  }

  /** Takes in what the step before has come to; a step of h [s] begins. */
  begin(h: number): void {
    const { lanes, missing, given, last } = this;
    if (last[0] > 0)
      for (let i = 0; i < missing.length; i++)
        missing[i] += 0.5 * last[0] * (lanes.before[i] + lanes.now[i]) - given[i];
    last[0] = h;
  }

  /** Adds to the polynomial of input i what it has missed. */
  raise(i: number, h: number): void {
    if (this.held[i] !== 0) return;
    this.lanes.raise(i, this.missing, this.gain / h);
    this.lanes.integrate(i, h, this.given);
  }
}
