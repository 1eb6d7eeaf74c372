import { type Calls, type Polynomials, type Status, status, type Values } from '../calls.ts';
import type { InputPolynomials } from './polynomials.ts';

type Expect = (answer: Status, name: string) => void;

/**
 * Tells a unit of co-simulation how its inputs move inside a step: FMI 2.0 by their derivatives
 * (`fmi2SetRealInputDerivatives`), FMI 3.0 by values at its intermediate updates.
 */
export class InputDerivatives {
  private readonly calls: Calls;
  private readonly polynomials: InputPolynomials;
  private readonly expect: Expect;
  private readonly references: Uint32Array[];
  private readonly orders: Int32Array[];
  private readonly values: Float64Array[];
  private readonly coefficients: Float64Array;
  /** Highest order that the unit knows of. */
  private told = 0;

  constructor(calls: Calls, polynomials: InputPolynomials, expect: Expect) {
    this.calls = calls;
    this.polynomials = polynomials;
    this.expect = expect;
    const references = polynomials.variables.flatMap(({ valueReference }) => valueReference);
    const n = references.length;
    this.references = [1, 2].map((order) =>
      Uint32Array.from({ length: order * n }, (_, i) => references[i % n]),
    );
    this.orders = [1, 2].map((order) => Int32Array.from({ length: order * n }, (_, i) => (i < n ? 1 : 2)));
    this.values = [1, 2].map((order) => new Float64Array(order * n));
    this.coefficients = new Float64Array(polynomials.slots.length);
  }

  /** After the unit is there: FMI 3.0 writes by these coefficients from now on. */
  prepare(): void {
    if (this.calls.fmi === 2 || this.coefficients.length === 0) return;
    const references = Uint32Array.from(this.polynomials.variables, (v) => v.valueReference);
    const inputs: Values = this.calls.values('Float64', references, this.coefficients.length / 3);
    const write: Polynomials = { inputs, coefficients: this.coefficients };
    this.calls.intermediate([], 0, write);
  }

  /** For a call that begins τ [s] after the begin of the communication step. */
  set(tau: number): void {
    if (this.coefficients.length === 0) return;
    const { slots } = this.polynomials;
    if (this.calls.fmi === 3) {
      for (let i = 0; i < slots.length; i += 3) {
        this.coefficients[i] = slots[i] + tau * (slots[i + 1] + 0.5 * tau * slots[i + 2]);
        this.coefficients[i + 1] = slots[i + 1] + tau * slots[i + 2];
        this.coefficients[i + 2] = 0.5 * slots[i + 2];
      }
      return;
    }
    const order = this.orderNow();
    if (order === 0 && this.told === 0) return;
    const highest = Math.max(order, this.told, 1);
    const values = this.values[highest - 1];
    const n = slots.length / 3;
    for (let i = 0; i < n; i++) {
      values[i] = slots[3 * i + 1] + tau * slots[3 * i + 2];
      if (highest === 2) values[n + i] = slots[3 * i + 2];
    }
    const answer: Status = this.calls.setInputDerivatives(
      this.references[highest - 1],
      this.orders[highest - 1],
      values,
    );
    if (answer > status.warning) this.expect(answer, 'setRealInputDerivatives');
    this.told = order;
  }

  private orderNow(): number {
    const { slots } = this.polynomials;
    let order = 0;
    for (let i = 0; i < slots.length; i += 3) {
      if (slots[i + 2] !== 0) return 2;
      if (slots[i + 1] !== 0) order = 1;
    }
    return order;
  }
}
