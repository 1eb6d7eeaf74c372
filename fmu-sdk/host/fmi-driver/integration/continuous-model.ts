import {
  continuousStateCount,
  elementCount,
  eventIndicatorCount,
  hasContinuousInputs,
  type ModelDescription,
} from '../../../description/description.ts';
import type { SparseMatrix } from '../../../solver/linear-algebra/sparse-matrix.ts';
import type { Tolerance } from '../../../solver/ode-integrator.ts';
import { someNames } from '../../../util/printable.ts';
import type { Stateful, StateVisitor } from '../../../util/state/stateful.ts';
import { type FmiApi, type FmiCall, io, type Status, status } from '../../instance/fmi-api.ts';
import { CallFailure, type Expect, failedOp } from '../call-failure.ts';
import { StateJacobian } from '../jacobian/state-jacobian.ts';
import { stateName } from '../jacobian/state-names.ts';
import type { InputPolynomials } from '../variables/input-polynomials.ts';
import { loadAll, setting, type VariableAccess } from '../variables/variable-access.ts';
import type { Integrand } from './integration-run.ts';

/**
 * Absolute tolerance of a state, as a share of relative tolerance times nominal value (FMI 2.0.4,
 * 2.1.5).
 */
const absoluteShare = 0.01;

/** Calls that set time and states, without inputs and with varying inputs. */
class Variants {
  private readonly ops: FmiCall[][];
  private readonly batches: (() => Status)[];

  constructor(calls: FmiApi, ops: FmiCall[][]) {
    this.ops = ops;
    this.batches = ops.map((list) => calls.batch(list));
  }

  make(k: number): Status {
    return this.batches[k]();
  }

  failed(k: number, registers: Float64Array): FmiCall {
    return failedOp(this.ops[k], registers);
  }
}

/** Parts of a driver that `ContinuousModel` uses. */
export interface ModelParts {
  readonly calls: FmiApi;
  readonly description: ModelDescription;
  readonly exchange: VariableAccess;
  readonly polynomials: InputPolynomials;
  readonly expect: Expect;
}

/**
 * A model-exchange FMU in continuous-time mode: ẋ = f(t, x) and event indicators z(t, x), with
 * inputs that follow their polynomials.
 */
export class ContinuousModel implements Integrand, Stateful {
  n = 0;
  readonly driven: boolean;
  /** States, derivatives and event indicators last read from the FMU. */
  x: Float64Array = new Float64Array(0);
  dx: Float64Array = new Float64Array(0);
  z: Float64Array = new Float64Array(0);
  readonly tolerance: Tolerance;
  /** Start of the communication step [s], and whether an input varies in it. */
  origin = 0;
  moving = false;
  private readonly calls: FmiApi;
  private readonly description: ModelDescription;
  private readonly exchange: VariableAccess;
  private readonly polynomials: InputPolynomials;
  private readonly expect: Expect;
  private oddNominals = false;
  private nominals: Float64Array = new Float64Array(0);
  private stateJacobian!: StateJacobian;
  private placing!: Variants;
  private deriving!: Variants;
  private indicating!: Variants;

  /** The argument `relative` is the relative tolerance. */
  constructor({ calls, description, exchange, polynomials, expect }: ModelParts, relative: number) {
    this.calls = calls;
    this.description = description;
    this.driven = hasContinuousInputs(description);
    this.exchange = exchange;
    this.polynomials = polynomials;
    this.tolerance = { relative, absolute: new Float64Array(0) };
    this.expect = expect;
  }

  /** Returns the nominal values of the states. */
  get sizes(): Float64Array {
    return this.nominals;
  }

  /** Reads the FMU's sizes, which structural parameters may change, and allocates buffers. */
  allocate(): void {
    const { calls, description } = this;
    const [n, indicators] =
      calls.fmi < 3
        ? [continuousStateCount(description), eventIndicatorCount(description)]
        : [this.count('getNumberOfContinuousStates'), this.count('getNumberOfEventIndicators')];
    this.n = n;
    this.nominals = calls.doubles(n).fill(1);
    this.x = calls.doubles(n);
    this.dx = calls.doubles(n);
    this.z = calls.doubles(indicators);
    this.tolerance.absolute = new Float64Array(n);
    this.stateJacobian = StateJacobian.of(calls, description, this, this.nominals);
  }

  private count(op: 'getNumberOfContinuousStates' | 'getNumberOfEventIndicators'): number {
    this.expect(this.calls.call({ op }), op);
    const count = this.calls.registers[io.count];
    if (!Number.isSafeInteger(count) || count < 0)
      throw new CallFailure(`${op} returned ${count}, which is not a valid count`);
    // Each state and indicator is a variable (FMI 3.0, 2.4.8), so the count is limited before
    // memory is allocated.
    const most = this.description.variables.reduce((sum, variable) => sum + elementCount(variable), 0);
    if (count <= most) return count;
    throw new CallFailure(`${op} returned ${count}, but its variables have only ${most} elements in total`);
  }

  /** Prepares the calls for the exchanged inputs. */
  prepare(): void {
    const { calls, x, dx, z } = this;
    const states: FmiCall[] = x.length > 0 ? [{ op: 'setContinuousStates', doubles: x }] : [];
    const place = [[], setting(this.exchange.continuous)].map((sets): FmiCall[] => [
      { op: 'setTime' },
      ...sets,
      ...states,
    ]);
    const derive: FmiCall[] = x.length > 0 ? [{ op: 'getContinuousStateDerivatives', doubles: dx }] : [];
    const indicate: FmiCall[] = z.length > 0 ? [{ op: 'getEventIndicators', doubles: z }] : [];
    this.placing = new Variants(calls, place);
    this.deriving = new Variants(
      calls,
      place.map((ops) => [...ops, ...derive]),
    );
    this.indicating = new Variants(
      calls,
      place.map((ops) => [...ops, ...indicate]),
    );
  }

  /**
   * Loads time, inputs and states into the buffers. Returns the index of the calls that set them.
   */
  private load(t: number, x: Float64Array): number {
    this.calls.registers[io.time] = t;
    if (x !== this.x) this.x.set(x);
    if (!this.moving) return 0;
    this.polynomials.evaluate(t - this.origin);
    loadAll(this.exchange.continuous);
    return 1;
  }

  private make(variants: Variants, t: number, x: Float64Array): void {
    const k = this.load(t, x);
    const answer = variants.make(k);
    if (answer > status.warning) this.expect(answer, variants.failed(k, this.calls.registers));
  }

  derivatives(t: number, x: Float64Array, dx: Float64Array): boolean {
    const k = this.load(t, x);
    const answer = this.deriving.make(k);
    if (answer === status.discard) return false;
    if (answer > status.warning) this.expect(answer, this.deriving.failed(k, this.calls.registers));
    dx.set(this.dx);
    return true;
  }

  jacobian(t: number, x: Float64Array, f: Float64Array): SparseMatrix {
    return this.stateJacobian.evaluate(t, x, f);
  }

  /** Sets the FMU to (t, x). */
  place(t: number, x: Float64Array): void {
    this.make(this.placing, t, x);
  }

  /** Sets the FMU to (t, x) and reads its event indicators into `z`. */
  indicators(t: number, x: Float64Array): void {
    this.make(this.indicating, t, x);
  }

  /** Reads states and event indicators at the current point. */
  getStates(): void {
    this.get('getContinuousStates', this.x);
    this.get('getEventIndicators', this.z);
  }

  /**
   * Reads the nominal values of the states and derives the absolute tolerances. Nominal values must
   * be above 0 (FMI 2.0.4, 3.2.2. FMI 3.0.2, 3.2.1). An invalid one is replaced by its magnitude,
   * or by 1.
   *
   * @returns a note for the user, once
   */
  getNominals(): string | undefined {
    const { nominals, tolerance } = this;
    const odd: string[] = [];
    this.get('getNominalsOfContinuousStates', nominals);
    for (let i = 0; i < this.n; i++) {
      const reported = nominals[i];
      const nominal = Math.abs(reported);
      nominals[i] = nominal > 0 && nominal < Infinity ? nominal : 1;
      tolerance.absolute[i] = absoluteShare * tolerance.relative * nominals[i];
      if (!(reported > 0 && reported < Infinity))
        odd.push(`${stateName(this.description, i).state} ${reported} (taken: ${nominals[i]})`);
    }
    if (odd.length === 0 || this.oddNominals) return undefined;
    this.oddNominals = true;
    return `nominal values of states must be above 0, but the FMU returned ${someNames(odd, 3)}. Error control uses the taken values`;
  }

  /** Describes the first NaN or infinite value among the states and derivatives last exchanged. */
  notFinite(): string | undefined {
    const time = this.calls.registers[io.time];
    for (const [what, values] of [
      ['state', this.x],
      ['derivative', this.dx],
    ] as const)
      for (let i = 0; i < values.length; i++)
        if (!Number.isFinite(values[i]))
          return `${stateName(this.description, i)[what]} is ${values[i]} at t = ${time} s`;
    return undefined;
  }

  private get(
    op: 'getContinuousStates' | 'getNominalsOfContinuousStates' | 'getEventIndicators',
    doubles: Float64Array,
  ): void {
    if (doubles.length > 0) this.expect(this.calls.call({ op, doubles }), op);
  }

  visitState(state: StateVisitor): void {
    this.origin = state.number('origin', this.origin);
    this.moving = state.boolean('moving', this.moving);
    this.oddNominals = state.boolean('oddNominals', this.oddNominals);
    state.array('x', this.x);
    state.array('dx', this.dx);
    state.array('z', this.z);
    state.array('nominals', this.nominals);
    state.array('absolute', this.tolerance.absolute);
    this.stateJacobian.visitState(state);
  }
}
