import { functionPrefix } from '../../../standard/fmi-version.ts';
import type { Stateful, StateVisitor } from '../../../util/state/stateful.ts';
import type { LoopParts } from '../../fast-path/multi-step-loop.ts';
import { type FmiApi, type Status, status, statusNames } from '../../instance/fmi-api.ts';
import type { Expect } from '../call-failure.ts';
import type { InputPolynomials } from './input-polynomials.ts';

/**
 * Passes the inputs' course inside a step to a co-simulation FMU: FMI 1.0 and 2.0 as derivatives
 * (`fmi2SetRealInputDerivatives`), FMI 3.0 as values at intermediate updates.
 */
export class InputDerivatives implements Stateful {
  private readonly references: Uint32Array[];
  private readonly orders: Int32Array[];
  private readonly values: Float64Array[];
  /** Coefficients for FMI 3.0. */
  private coefficients: Float64Array | undefined;
  /** Highest order that was passed to the FMU. */
  private readonly highestOrderSet = new Int32Array(1);
  /** True if the FMU refused the first derivatives, so that its inputs are held. */
  areRefused = false;

  constructor(
    private readonly calls: FmiApi,
    private readonly polynomials: InputPolynomials,
    private readonly expect: Expect,
    private readonly noted: (words: string) => void = () => {},
  ) {
    const references = polynomials.variables.flatMap(({ valueReference }) => valueReference);
    const n = references.length;
    this.references = [1, 2].map((order) =>
      Uint32Array.from({ length: order * n }, (_, i) => references[i % n]),
    );
    this.orders = [1, 2].map((order) => Int32Array.from({ length: order * n }, (_, i) => (i < n ? 1 : 2)));
    this.values = [1, 2].map((order) => new Float64Array(order * n));
  }

  /** Prepares an instantiated FMU. FMI 3.0 inputs follow these coefficients from now on. */
  prepare(): void {
    const { calls, polynomials } = this;
    const { length } = polynomials.slots;
    if (calls.fmi < 3 || length === 0 || this.coefficients !== undefined) return;
    this.coefficients = calls.doubles(length);
    const references = Uint32Array.from(polynomials.variables, (v) => v.valueReference);
    const inputs = calls.values('Float64', references, length / 3);
    calls.intermediate([], 0, { inputs, coefficients: this.coefficients });
  }

  /** True if the FMU receives derivatives by a call of their own, after its inputs. */
  get byCalls(): boolean {
    return this.calls.fmi < 3 && this.polynomials.slots.length > 0;
  }

  /** True if the next step needs that call. */
  get areNeeded(): boolean {
    return this.byCalls && !this.areRefused && (this.orderSet > 0 || this.orderNow() > 0);
  }

  /** Sets the inputs for a call that begins τ [s] after the start of the communication step. */
  set(tau: number): void {
    const { coefficients } = this;
    const { slots } = this.polynomials;
    if (slots.length === 0) return;
    if (coefficients !== undefined) {
      for (let i = 0; i < slots.length; i += 3) {
        coefficients[i] = slots[i] + tau * (slots[i + 1] + 0.5 * tau * slots[i + 2]);
        coefficients[i + 1] = slots[i + 1] + tau * slots[i + 2];
        coefficients[i + 2] = 0.5 * slots[i + 2];
      }
      return;
    }
    const order = this.orderNow();
    const { orderSet } = this;
    if (this.areRefused || (order === 0 && orderSet === 0)) return;
    const highest = Math.max(order, orderSet, 1);
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
    this.answered(answer);
    this.highestOrderSet[0] = order;
  }

  /**
   * Handles the status of setting input slopes. Some FMUs declare derivatives but always refuse them.
   * fmukit holds the inputs of such an FMU.
   */
  answered(answer: Status): void {
    if (answer <= status.warning) return;
    if (this.orderSet > 0 || answer > status.error) this.expect(answer, 'setRealInputDerivatives');
    this.areRefused = true;
    this.calls.takeLog();
    this.noted(
      `${functionPrefix(this.calls.fmi)}SetRealInputDerivatives returned ${statusNames[answer]}, although the FMU declares canInterpolateInputs, so inputs are held constant over each step`,
    );
  }

  /** Form in which a loop passes the slopes to the FMU. */
  get slopes(): LoopParts['slopes'] {
    const { coefficients, highestOrderSet, references, orders, values } = this;
    return coefficients === undefined ? { highestOrderSet, references, orders, values } : { coefficients };
  }

  /** Highest order that was passed to the FMU, 0 to 2. The process of a loop may have changed it. */
  private get orderSet(): number {
    return Math.min(2, Math.max(0, this.highestOrderSet[0]));
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

  visitState(state: StateVisitor): void {
    state.array('highestOrderSet', this.highestOrderSet);
    if (this.coefficients !== undefined) state.array('coefficients', this.coefficients);
  }
}
