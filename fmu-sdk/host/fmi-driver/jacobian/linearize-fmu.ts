import { elementCount, type ModelDescription, type Variable } from '../../../description/description.ts';
import { indexText } from '../../../description/tables/element-index.ts';
import { type FmiApi, status } from '../../instance/fmi-api.ts';
import type { NumericArray } from '../../instance/instance.ts';
import { statesOf } from './directional-slopes.ts';
import { stateName } from './state-names.ts';

/**
 * A linear model about a point: Δẋ = A Δx + B Δu, Δy = C Δx + D Δu. Matrices are stored by rows.
 */
export interface LinearModel {
  /** The point: time [s] and the values there. */
  readonly time: number;
  readonly states: readonly string[];
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly x: readonly number[];
  readonly u: readonly number[];
  readonly y: readonly number[];
  /** ẋ at the point. */
  readonly derivatives: readonly number[];
  readonly A: readonly (readonly number[])[];
  readonly B: readonly (readonly number[])[];
  readonly C: readonly (readonly number[])[];
  readonly D: readonly (readonly number[])[];
  readonly by: 'directional derivatives' | 'differences';
  /**
   * Largest difference between directional derivatives and differences, as a share of the largest
   * entry of its row. Null if only one of them is known.
   */
  readonly deviation: number | null;
  /**
   * Names of derivatives and outputs whose directional derivatives contradict two difference
   * quotients that agree. Their rows hold the differences.
   */
  readonly corrected: readonly string[];
}

/** A scalar that is perturbed or observed. */
interface Element {
  readonly name: string;
  readonly variable: Variable;
  readonly element: number;
  readonly length: number;
  readonly view: NumericArray;
  readonly at: number;
}

/** Access of the linearization to a driver. */
export interface Linearizable {
  readonly calls: FmiApi;
  readonly description: ModelDescription;
  readonly time: number;
  /** Nominal values of the states. */
  readonly sizes: Float64Array;
  readonly states: Float64Array;
  slot(variable: Variable): { view: NumericArray; offset: number; length: number };
  /**
   * Evaluates ẋ and the outputs at these states with the inputs in their slots. Returns false if
   * the FMU rejects them.
   */
  evaluate(x: Float64Array, dx: Float64Array): boolean;
}

/**
 * Linearizes a model-exchange FMU at its current point. Uses directional derivatives if available,
 * and compares them with differences. Rows that are certainly wrong are replaced by differences.
 */
export function linearModel(unit: Linearizable, byDifferences: boolean): LinearModel {
  const { description, calls, time } = unit;
  const inputs = elements(unit, isInput);
  const outputs = elements(unit, isOutput);
  const x = Float64Array.from(unit.states);
  const u = inputs.map(({ view, at }) => Number(view[at]));
  const n = x.length;
  const rows = n + outputs.length;
  const quotients = new DifferenceQuotients(unit, x, outputs);
  const differences = quotients.columns(inputs, u);
  const point = quotients.evaluate();
  const directional = byDifferences ? undefined : directionalColumns(calls, description, inputs, outputs, n);
  const wrong = directional === undefined ? [] : contradictedRows(directional, quotients, differences);
  const columns = (directional ?? differences).map((column, j) => {
    const corrected = Float64Array.from(column);
    for (const i of wrong) corrected[i] = differences[j][i];
    return corrected;
  });
  const matrix = (fromRow: number, toRow: number, from: number, to: number): number[][] =>
    Array.from({ length: toRow - fromRow }, (_, i) =>
      Array.from({ length: to - from }, (__, j) => columns[from + j][fromRow + i]),
    );
  const m = inputs.length;
  return {
    time,
    states: Array.from(x, (_, i) => stateName(description, i).state),
    inputs: inputs.map(({ name }) => name),
    outputs: outputs.map(({ name }) => name),
    x: [...x],
    u,
    y: [...point.subarray(n)],
    derivatives: [...point.subarray(0, n)],
    A: matrix(0, n, 0, n),
    B: matrix(0, n, n, n + m),
    C: matrix(n, rows, 0, n),
    D: matrix(n, rows, n, n + m),
    by: directional === undefined ? 'differences' : 'directional derivatives',
    deviation: directional === undefined ? null : deviationOf(directional, differences, rows),
    corrected: wrong.map((i) => (i < n ? stateName(description, i).derivative : outputs[i - n].name)),
  };
}

/**
 * Distance of the points of difference quotients, relative to a size. At the fifth root of ε,
 * rounding and truncation errors are equal.
 */
const share = Number.EPSILON ** 0.2;

/**
 * Difference quotients of fourth order of (ẋ, y) at a point: f' ≈ (8 (f(h) − f(−h)) − (f(2h) −
 * f(−2h))) / 12 h.
 */
class DifferenceQuotients {
  /** Columns of second order with the wider distance, which show whether quotients can be trusted. */
  readonly coarse: Float64Array[] = [];

  /** The argument `x` is the point. It changes during an evaluation. */
  constructor(
    private readonly unit: Linearizable,
    private readonly x: Float64Array,
    private readonly outputs: readonly Element[],
  ) {}

  /** Returns the columns ∂(ẋ, y)/∂(x, u). `u` are the values of the inputs at the point. */
  columns(inputs: readonly Element[], u: readonly number[]): Float64Array[] {
    const { x, unit } = this;
    const putState = (j: number) => (value: number) => {
      x[j] = value;
    };
    const putInput = ({ view, at }: Element) => {
      return (value: number): void => {
        view[at] = value;
      };
    };
    return [
      ...Array.from(x, (value, j) => this.column(putState(j), value, unit.sizes[j])),
      ...inputs.map((input, j) => this.column(putInput(input), u[j], Number(input.variable.nominal ?? 1))),
    ];
  }

  /** Returns (ẋ, y) for the current states and inputs. It is NaN if the FMU rejects them. */
  evaluate(): Float64Array {
    const { x, unit, outputs } = this;
    const n = x.length;
    const f = new Float64Array(n + outputs.length);
    const dx = new Float64Array(n);
    if (!unit.evaluate(x, dx)) return f.fill(Number.NaN);
    f.set(dx);
    outputs.forEach(({ view, at }, i) => {
      f[n + i] = Number(view[at]);
    });
    return f;
  }

  /** Returns the derivative by a scalar of this value and size, which `put` sets. */
  private column(put: (value: number) => void, value: number, size: number): Float64Array {
    // A power of two keeps shifted values exact.
    const h = 2 ** Math.round(Math.log2(share * Math.max(size, Math.abs(value))));
    const at = (by: number): Float64Array => {
      put(value + by);
      return this.evaluate();
    };
    const [a, b, c, d] = [at(h), at(-h), at(2 * h), at(-2 * h)];
    put(value);
    this.coarse.push(c.map((_, i) => (c[i] - d[i]) / (4 * h)));
    return a.map((_, i) => (8 * (a[i] - b[i]) - (c[i] - d[i])) / (12 * h));
  }
}

const isInput = ({ type, causality, variability }: Variable): boolean =>
  type === 'Float64' && causality === 'input' && variability === 'continuous';
const isOutput = ({ type, causality, variability }: Variable): boolean =>
  type === 'Float64' && causality === 'output' && variability === 'continuous';

function elements(unit: Linearizable, wanted: (variable: Variable) => boolean): Element[] {
  return unit.description.variables.filter(wanted).flatMap((variable) => {
    const { view, offset } = unit.slot(variable);
    const length = elementCount(variable);
    return Array.from({ length }, (_, element) => ({
      name: variable.name + indexText(variable, element),
      variable,
      element,
      length,
      view,
      at: offset + element,
    }));
  });
}

/**
 * Computes columns ∂(ẋ, y)/∂(x, u) with directional derivatives. Returns undefined if the FMU does
 * not provide or rejects them.
 */
function directionalColumns(
  calls: FmiApi,
  { variables, continuousStateDerivatives, modelExchange }: ModelDescription,
  inputs: readonly Element[],
  outputs: readonly Element[],
  n: number,
): Float64Array[] | undefined {
  if (modelExchange?.providesDirectionalDerivatives !== true) return undefined;
  const derivatives = continuousStateDerivatives.map(({ variable }) => variables[variable]);
  const states = statesOf(derivatives, n);
  if (states === undefined) return undefined;
  const outputVariables = [...new Set(outputs.map(({ variable }) => variable))];
  const unknowns = Uint32Array.from(
    [...derivatives, ...outputVariables],
    ({ valueReference }) => valueReference,
  );
  const knowns = [
    ...states,
    ...inputs.map(({ variable, element, length }) => ({
      reference: variable.valueReference,
      element,
      length,
    })),
  ];
  const columns: Float64Array[] = [];
  for (const { reference, element, length } of knowns) {
    const seed = new Float64Array(length);
    seed[element] = 1;
    const column = new Float64Array(n + outputs.length);
    if (calls.directionalDerivative(unknowns, Uint32Array.of(reference), seed, column) > status.warning)
      return undefined;
    columns.push(column);
  }
  return columns;
}

/** Share of the largest entry of a row by which derivatives may differ before one must be wrong. */
const tolerated = 1e-3;

/** Returns the rows in which both orders of differences agree, and derivatives contradict them. */
function contradictedRows(
  directional: readonly Float64Array[],
  { coarse }: DifferenceQuotients,
  differences: readonly Float64Array[],
): number[] {
  return Array.from(differences[0] ?? [], (_, i) => i).filter(
    (i) =>
      rowDeviation(directional, differences, i) > tolerated &&
      rowDeviation(coarse, differences, i) <= tolerated,
  );
}

const deviationOf = (a: readonly Float64Array[], b: readonly Float64Array[], rows: number): number =>
  Math.max(0, ...Array.from({ length: rows }, (_, i) => rowDeviation(a, b, i)));

/** Returns the largest difference in a row, as a share of its largest entry. */
function rowDeviation(a: readonly Float64Array[], b: readonly Float64Array[], i: number): number {
  const size = Math.max(
    0,
    ...a.map((column) => Math.abs(column[i])),
    ...b.map((column) => Math.abs(column[i])),
  );
  return size > 0 ? Math.max(...a.map((column, j) => Math.abs(column[i] - b[j][i]) / size)) : 0;
}
