import { Plan } from './plan';

/** Address of a value, and of its [u, u′, u″]. `pack-plan.ts` writes the addresses. */
@unmanaged
export class InnerInput {
  value: u32 = 0;
  polynomial: u32 = 0;
  /** Address of the next input of its unit, or 0. */
  next: u32 = 0;
  reserved: u32 = 0;
  /** Value, first and second derivative at the beginning of a step of its unit. */
  begin: f64 = 0.0;
  slope: f64 = 0.0;
  curve: f64 = 0.0;
}

/** Continuous inputs of a pack. They follow the polynomials of the importer. */
export class DrivenInputs {
  private plan: Plan;
  /** u(t), its first and second derivative for each input, at the start of the step of the importer. */
  private polynomials: StaticArray<f64>;
  /** Time of these polynomials [s]. */
  start: f64 = 0.0;

  constructor(plan: Plan, polynomials: StaticArray<f64>) {
    this.plan = plan;
    this.polynomials = polynomials;
  }

  /** Reads the values of all inputs. */
  hold(): void {
    const c: StaticArray<f64> = this.polynomials;
    for (let i: u32 = 0; i < this.plan.inputCount; i++) unchecked((c[3 * i] = load<f64>(this.at(i).value)));
  }

  /** Moves the values of all inputs to time t [s]. */
  setValues(t: f64): void {
    for (let i: u32 = 0; i < this.plan.inputCount; i++) store<f64>(this.at(i).value, this.valueAt(i, t));
  }

  /** Moves the slopes of all inputs to time t [s]. Their values are there already. */
  setSlopes(t: f64): void {
    const c: StaticArray<f64> = this.polynomials;
    const tau: f64 = t - this.start;
    for (let i: u32 = 0; i < this.plan.inputCount; i++) {
      const k: u32 = 3 * i;
      const polynomial: u32 = this.at(i).polynomial;
      store<f64>(polynomial, unchecked(c[k + 1] + tau * c[k + 2]), 8);
      store<f64>(polynomial, unchecked(c[k + 2]), 16);
    }
  }

  /** Keeps the inputs of a unit, from the first one, for a step that begins at t [s]. */
  keep(first: u32, t: f64): void {
    const c: StaticArray<f64> = this.polynomials;
    const tau: f64 = t - this.start;
    for (let at: u32 = first; at !== 0; at = changetype<InnerInput>(<usize>at).next) {
      const input: InnerInput = changetype<InnerInput>(<usize>at);
      const i: u32 = (at - this.plan.inputs) / offsetof<InnerInput>();
      const k: u32 = 3 * i;
      input.begin = this.valueAt(i, t);
      input.slope = unchecked(c[k + 1] + tau * c[k + 2]);
      input.curve = unchecked(c[k + 2]);
    }
  }

  /** Sets the inputs of a unit, from the first one, as they were kept. */
  give(first: u32): void {
    for (let at: u32 = first; at !== 0; at = changetype<InnerInput>(<usize>at).next) {
      const input: InnerInput = changetype<InnerInput>(<usize>at);
      store<f64>(input.value, input.begin);
      store<f64>(input.polynomial, input.slope, 8);
      store<f64>(input.polynomial, input.curve, 16);
    }
  }

  private valueAt(i: u32, t: f64): f64 {
    const c: StaticArray<f64> = this.polynomials;
    const tau: f64 = t - this.start;
    const k: u32 = 3 * i;
    return unchecked(c[k] + tau * (c[k + 1] + 0.5 * tau * c[k + 2]));
  }

  private at(i: u32): InnerInput {
    return changetype<InnerInput>(<usize>this.plan.inputs + i * offsetof<InnerInput>());
  }
}
