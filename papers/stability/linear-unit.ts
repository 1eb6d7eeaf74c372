import type { ModelDescription, Variable } from '../../fmu-sdk/description/description.ts';
import type { Instance, VariableView } from '../../fmu-sdk/host/instance/instance.ts';
import type { PortableState } from '../../fmu-sdk/host/state/portable-state.ts';
import { MemorySnapshot, type Snapshot } from '../../fmu-sdk/host/state/snapshot.ts';
import { exponential, type Matrix } from './matrix-exponential.ts';

/** ẋ = A x + B u, y = C x + D u, from x(0). */
export interface Linear {
  name: string;
  inputs: readonly string[];
  outputs: readonly string[];
  A: Matrix;
  B: Matrix;
  C: Matrix;
  D: Matrix;
  start: readonly number[];
}

/**
 * Flows by step of equal units, which are the same for all of them. Of schemes that find their
 * steps there may be many.
 */
const known = new WeakMap<Linear, Map<number, Float64Array>>();
const mostFlows = 1000;

/**
 * Linear unit that integrates exactly for polynomial inputs of order 2 over a step, by the
 * exponential of
 *
 *     [A B 0 0; 0 0 I 0; 0 0 0 I; 0 0 0 0] H,   over (x, u, u', u'').
 */
export class LinearUnit implements Instance {
  readonly name: string;
  readonly description: ModelDescription;
  /** Times that it has stepped. */
  steps = 0;
  /** u, y, x, then [u, u', u''] of each input. */
  private readonly values: Float64Array;
  private readonly n: number;
  private readonly m: number;
  private readonly p: number;
  /** State x. Call `initialize` after writing it. */
  readonly state: Float64Array;
  private readonly flows: Map<number, Float64Array>;
  private readonly z: Float64Array;

  constructor(private readonly of: Linear) {
    const { name, inputs, outputs, start } = of;
    this.name = name;
    [this.n, this.m, this.p] = [start.length, inputs.length, outputs.length];
    this.values = new Float64Array(this.p + this.n + 4 * this.m);
    this.z = new Float64Array(this.n + 3 * this.m);
    this.flows = known.get(of) ?? new Map();
    known.set(of, this.flows);
    this.state = this.values.subarray(this.m + this.p, this.m + this.p + this.n);
    this.description = describe(of);
    start.forEach((x, k) => {
      this.values[this.m + this.p + k] = x;
    });
  }

  view = (variable: Variable): VariableView => ({
    view: this.values,
    offset: variable.valueReference,
    length: 1,
  });
  polynomial = (variable: Variable): { view: Float64Array; offset: number } => ({
    view: this.values,
    offset: this.m + this.p + this.n + 3 * variable.valueReference,
  });
  initialize = (): void => this.output();
  exitInitialization = (): void => {};
  internalStep = (): number => 0;
  step = (_: number, H: number): number => {
    const { values, n, m, p, z } = this;
    const size = n + 3 * m;
    this.steps++;
    for (let r = 0; r < n; r++) z[r] = values[m + p + r];
    for (let i = 0; i < m; i++) {
      z[n + i] = values[i];
      z[n + m + i] = values[m + p + n + 3 * i + 1];
      z[n + 2 * m + i] = values[m + p + n + 3 * i + 2];
    }
    const flow = this.flowOver(H);
    for (let r = 0; r < n; r++) {
      let x = 0;
      for (let k = 0; k < size; k++) x += flow[r * size + k] * z[k];
      values[m + p + r] = x;
    }
    for (let i = 0; i < m; i++) values[i] = z[n + i] + H * (z[n + m + i] + 0.5 * H * z[n + 2 * m + i]);
    this.output();
    return 0;
  };
  begin = (): number => 1;
  micro = (): void => {};
  partial = (): number => 0;
  reset = (): void => {};
  close = (): void => {};
  snapshot = (): Snapshot => new MemorySnapshot(new Uint8Array(this.values.buffer));
  portable = (): PortableState => ({ covers: [this.values], save: this.getState, load: this.setState });
  getState = (): Uint8Array => new Uint8Array(this.values.slice().buffer);
  setState = (state: Uint8Array): void => this.values.set(new Float64Array(state.slice().buffer));
  getBytes = (): Uint8Array => new Uint8Array(0);
  setBytes = (): void => {};
  reasonOf = (thrown: unknown): string => String(thrown);

  private output(): void {
    const { values, n, m, p, of } = this;
    for (let k = 0; k < p; k++) {
      let y = 0;
      for (let j = 0; j < n; j++) y += of.C[k][j] * values[m + p + j];
      for (let i = 0; i < m; i++) y += of.D[k][i] * values[i];
      values[m + k] = y;
    }
  }

  private flowOver(H: number): Float64Array {
    const cached = this.flows.get(H);
    if (cached !== undefined) return cached;
    if (this.flows.size >= mostFlows) this.flows.clear();
    const { n, m, of } = this;
    const size = n + 3 * m;
    const Z: Matrix = Array.from({ length: size }, () => new Array<number>(size).fill(0));
    for (let r = 0; r < n; r++) {
      for (let k = 0; k < n; k++) Z[r][k] = H * of.A[r][k];
      for (let i = 0; i < m; i++) Z[r][n + i] = H * of.B[r][i];
    }
    for (let i = 0; i < 2 * m; i++) Z[n + i][n + m + i] = H;
    const flow = Float64Array.from(exponential(Z).flat());
    this.flows.set(H, flow);
    return flow;
  }
}

function describe({ name, inputs, outputs }: Linear): ModelDescription {
  const variable = (text: string, causality: 'input' | 'output', valueReference: number): Variable =>
    ({
      name: text,
      valueReference,
      type: 'Float64',
      causality,
      variability: 'continuous',
      dimensions: [],
    }) as unknown as Variable;
  return {
    fmiVersion: '3.0',
    modelName: name,
    variables: [
      ...inputs.map((input, i) => variable(input, 'input', i)),
      ...outputs.map((output, k) => variable(output, 'output', inputs.length + k)),
    ],
    outputs: [],
    coSimulation: { canGetAndSetFMUState: true },
  } as unknown as ModelDescription;
}
