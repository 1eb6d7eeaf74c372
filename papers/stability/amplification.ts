import { UserError } from '../../fmu-sdk/util/user-error.ts';
import { spectralRadius } from '../../master/advise/accuracy/spectral-radius.ts';
import type { CouplingScheme } from '../../master/coupling/coupling.ts';
import { couplings } from '../../master/coupling/scheme-registry.ts';
import { Session } from '../../master/run/loop/session.ts';
import type { CheckedSystem, Connection, Order } from '../../master/system/system.ts';
import { LinearUnit } from './linear-unit.ts';
import type { LinearSystem } from './two-mass-oscillator.ts';

/** Steps before a state is disturbed: polynomials then have all of their past. */
const before = 4;
/** Number of steps whose states determine a scheme's memory, and number of observed steps. */
const memory = 4;
const looked = 14;
/** A remainder that is so small comes of rounding. */
const forgotten = 1e-7;
/** Solved to that, where a scheme solves. */
const exact: Readonly<Record<string, number>> = { tolerance: 1e-12, iterations: 200 };

/**
 * Amplification of a scheme's step on linear units: the growth factor, or the reason why there is
 * no step.
 */
export type Amplification = { radius: number } | { refused: string };

/**
 * Computes the spectral radius of the map from step to step of linear units that a scheme couples,
 * by running it.
 *
 * Units at rest are disturbed in one state after another. From the first step after the disturbance
 * on, `memory` successive states of the units form a vector w. It determines everything that the
 * scheme remembers, and w_{k+1} = M w_k. M is found on the space that these vectors span. Units
 * integrate polynomials exactly. All growth beyond the solution's own growth therefore comes from
 * the coupling.
 */
export function amplification(
  system: LinearSystem,
  scheme: CouplingScheme,
  order: Order,
  H: number,
): Amplification {
  try {
    const n = system.units.reduce((sum, { start }) => sum + start.length, 0);
    const pairs = Array.from({ length: n }, (_, i) => windows(response(system, scheme, order, H, i))).flat();
    const { matrix, size } = mapOn(pairs);
    return { radius: spectralRadius(matrix, size) };
  } catch (error) {
    if (error instanceof UserError) return { refused: error.message };
    throw error;
  }
}

/** Successive vectors w and what each becomes, made as long as 1. */
function windows(states: readonly number[][]): [Float64Array, Float64Array][] {
  const pairs: [Float64Array, Float64Array][] = [];
  for (let k = 1; k + memory < states.length; k++) {
    const [now, next] = [k, k + 1].map((from) => Float64Array.from(states.slice(from, from + memory).flat()));
    const size = Math.sqrt(dot(now, now));
    if (size > 0) pairs.push([now.map((x) => x / size), next.map((x) => x / size)]);
  }
  return pairs;
}

/**
 * Computes the map w → w' on the span of all w, in an orthonormal basis of it. The basis comes from
 * Gram–Schmidt orthogonalization with the largest remainder first.
 */
function mapOn(pairs: readonly [Float64Array, Float64Array][]): { matrix: Float64Array; size: number } {
  const rest = pairs.map(([now]) => now.slice());
  const basis: Float64Array[] = [];
  const chosen: number[] = [];
  for (;;) {
    const sizes = rest.map((item) => Math.sqrt(dot(item, item)));
    const k = sizes.indexOf(Math.max(...sizes));
    if (k < 0 || !(sizes[k] > forgotten)) break;
    const q = rest[k].map((x) => x / sizes[k]);
    // Twice is enough for rounding.
    for (let again = 0; again < 2; again++) for (const b of basis) remove(q, b);
    const length = Math.sqrt(dot(q, q));
    basis.push(q.map((x) => x / length));
    chosen.push(k);
    for (const item of rest) remove(item, basis[basis.length - 1]);
    rest[k].fill(0);
  }
  const size = basis.length;
  const [R, Y] = [0, 1].map((which) => {
    const matrix = new Float64Array(size * size);
    chosen.forEach((k, j) => {
      basis.forEach((q, i) => {
        matrix[i * size + j] = dot(q, pairs[k][which]);
      });
    });
    return matrix;
  });
  // M R = Y, R upper triangular: column by column.
  const matrix = new Float64Array(size * size);
  for (let i = 0; i < size; i++)
    for (let j = 0; j < size; j++) {
      let sum = Y[i * size + j];
      for (let k = 0; k < j; k++) sum -= matrix[i * size + k] * R[k * size + j];
      matrix[i * size + j] = sum / R[j * size + j];
    }
  return { matrix, size };
}

function remove(from: Float64Array, direction: Float64Array): void {
  const share = dot(from, direction);
  for (let i = 0; i < from.length; i++) from[i] -= share * direction[i];
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
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
  const trajectory = [states()];
  for (let k = 0; k < looked; k++) {
    session.advance(1);
    trajectory.push(states());
  }
  return trajectory;
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
    const unit = units.findIndex((candidate) => candidate.name === unitName);
    const variable = instances[unit].description.variables.find(
      (candidate) => candidate.name === variableName,
    );
    return { unit, variable: variable as Connection['from']['variable'] };
  };
  return {
    name: 'two masses',
    units: instances.map((instance) => ({
      name: instance.name,
      description: instance.description,
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
    stopTime: (before + looked) * H,
    record: { columns: [], every: 1, prefix: true },
    inputs: [],
    stepSeconds: 1000,
    wallSeconds: 1000,
  };
}
