import { UserError } from '../../fmu-sdk/error.ts';
import { spectralRadius } from '../../master/advise/spectral-radius.ts';
import type { CouplingScheme } from '../../master/coupling/coupling.ts';
import { couplings } from '../../master/coupling/registry.ts';
import { Session } from '../../master/run/session.ts';
import type { CheckedSystem, Connection, Order } from '../../master/system/system.ts';
import { LinearUnit } from './linear-unit.ts';
import type { LinearSystem } from './two-masses.ts';

/** Steps before a state is disturbed: polynomials then have all of their past. */
const before = 4;
/** Steps back on which a step may depend. */
const memory = 8;
/** What is that small beside the others comes of rounding. */
const forgotten = 1e-9;
/** Solved to that, where a scheme solves. */
const exact: Readonly<Record<string, number>> = { tolerance: 1e-12, iterations: 200 };

/** What a step of a scheme makes of linear units: by how much it can grow, or why there is no step. */
export type Amplification = { radius: number } | { refused: string };

/**
 * Spectral radius of the map from step to step of linear units that a scheme couples, found by running it: units at rest are disturbed in
 * one state after another. With X_k what a disturbance is k steps later, X_{k+1} = A₀ X_k + A₁ X_{k−1} + … + A_k X₀ gives A₀, A₁, … one
 * after another; they end where the scheme's memory does. ρ is that of their companion matrix. Units integrate polynomials exactly, so all
 * growth beyond the solution's own is the coupling's.
 */
export function amplification(
  { units, connections }: LinearSystem,
  scheme: CouplingScheme,
  order: Order,
  H: number,
): Amplification {
  try {
    const n = units.reduce((sum, { start }) => sum + start.length, 0);
    const columns = Array.from({ length: n }, (_, i) =>
      response({ units, connections }, scheme, order, H, i),
    );
    // X[k][r * n + i]: state r, k steps after state i was disturbed.
    const X = Array.from({ length: memory + 1 }, (_, k) => {
      const matrix = new Float64Array(n * n);
      columns.forEach((column, i) => {
        column[k].forEach((x, r) => {
          matrix[r * n + i] = x;
        });
      });
      return matrix;
    });
    const A: Float64Array[] = [];
    for (let k = 0; k < memory; k++) {
      const next = X[k + 1].slice();
      for (let j = 0; j < k; j++) subtract(next, A[j], X[k - j], n);
      A.push(next);
    }
    const largest = A.reduce((most, each) => Math.max(most, sizeOf(each)), 0);
    while (A.length > 1 && sizeOf(A[A.length - 1]) <= forgotten * largest) A.pop();
    return { radius: spectralRadius(companion(A, n), n * A.length) };
  } catch (error) {
    if (error instanceof UserError) return { refused: error.message };
    throw error;
  }
}

/** States after 0, 1, … steps, when state i of units at rest has become 1. */
function response(
  { units, connections }: LinearSystem,
  scheme: CouplingScheme,
  order: Order,
  H: number,
  i: number,
): number[][] {
  const instances = units.map((unit) => new LinearUnit(unit));
  const session = new Session(systemOf({ units, connections }, instances, scheme, order, H), {
    instances,
    couplings: couplings.all.includes(scheme) ? [] : [scheme],
  });
  session.start();
  session.advance(before);
  let first = i;
  const unit = instances.find(({ state }) => {
    if (first < state.length) return true;
    first -= state.length;
    return false;
  }) as LinearUnit;
  unit.state[first] = 1;
  unit.initialize();
  const states = (): number[] => instances.flatMap(({ state }) => [...state]);
  const found = [states()];
  for (let k = 0; k < memory; k++) {
    session.advance(1);
    found.push(states());
  }
  return found;
}

function systemOf(
  { units, connections }: LinearSystem,
  instances: readonly LinearUnit[],
  { name, options = {} }: CouplingScheme,
  order: Order,
  H: number,
): CheckedSystem {
  const port = (text: string): Connection['from'] => {
    const [unitName, variableName] = text.split('.');
    const unit = units.findIndex((each) => each.name === unitName);
    const variable = instances[unit].description.variables.find((each) => each.name === variableName);
    return { unit, variable: variable as Connection['from']['variable'] };
  };
  return {
    name: 'two masses',
    units: instances.map((each) => ({
      name: each.name,
      description: each.description,
      binary: { form: 'linear' } as never,
      values: [],
    })),
    connections: connections.map(([from, to]) => ({ from: port(from), to: port(to), order })),
    loops: [],
    bonds: [],
    interfaceModels: [],
    scheme: name,
    options: Object.fromEntries(Object.entries(exact).filter(([key]) => key in options)),
    step: H,
    order,
    startTime: 0,
    stopTime: (before + memory) * H,
    record: { columns: [], every: 1, prefix: true },
    inputs: [],
    stepSeconds: 1000,
    wallSeconds: 1000,
  };
}

const sizeOf = (matrix: Float64Array): number => matrix.reduce((most, x) => Math.max(most, Math.abs(x)), 0);

function subtract(from: Float64Array, a: Float64Array, b: Float64Array, n: number): void {
  for (let i = 0; i < n; i++)
    for (let k = 0; k < n; k++) for (let j = 0; j < n; j++) from[i * n + j] -= a[i * n + k] * b[k * n + j];
}

/** [A₀ A₁ … ; I 0 … ; 0 I …]. */
function companion(A: readonly Float64Array[], n: number): Float64Array {
  const size = n * A.length;
  const matrix = new Float64Array(size * size);
  A.forEach((block, k) => {
    for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) matrix[i * size + k * n + j] = block[i * n + j];
  });
  for (let i = n; i < size; i++) matrix[i * size + i - n] = 1;
  return matrix;
}
