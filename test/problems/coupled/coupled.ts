import type { CouplingScheme } from '../../../master/coupling/coupling.ts';
import { Session } from '../../../master/run/loop/session.ts';
import type { CheckedSystem, Connection, Order } from '../../../master/system/system.ts';
import { exponential, identity, type Matrix, multiply, solve } from './exponential.ts';
import { type Linear, LinearUnit } from './linear-unit.ts';

/** Linear units and what feeds what, with the exact solution of the whole. */
export interface Coupled {
  name: string;
  units: readonly Linear[];
  /** Creates the units if they are not linear. Only their names are then listed above. */
  make?: () => LinearUnit[];
  /** Output and input, as unit.variable. */
  connections: readonly (readonly [string, string])[];
  /** Algebraic loops as reported. */
  loops?: string[];
  /** Transmission lines. Ends as unit.variable. */
  lines?: readonly {
    impedance: number;
    steps?: number;
    order?: 0 | 1;
    start?: number;
    ends: readonly { flow: string; effort?: string; wave?: string; displacement?: string }[];
  }[];
  /** Pairs of connections (effort, flow) that are power bonds. */
  bonds?: readonly (readonly [number, number])[];
  stopTime: number;
}

export interface Coupling {
  scheme: string;
  step: number;
  order?: Order;
  options?: Record<string, number | string>;
  sequence?: string[];
  extrapolation?: string;
  /** Steps of units of their own, by name [s]. */
  steps?: Record<string, number>;
  groups?: NonNullable<CheckedSystem['groups']>;
  /** Values over time of inputs, by unit.variable. */
  driven?: Record<string, { times: number[]; values: number[] }>;
  /** Schemes in addition to those of the package. */
  couplings?: readonly CouplingScheme[];
}

/** The units, new. */
export function unitsOf({ units, make }: Coupled): LinearUnit[] {
  return make?.() ?? units.map((unit) => new LinearUnit(unit));
}

/** A run of the coupled units, not begun. */
export function runOf(problem: Coupled, coupling: Coupling): { session: Session; units: LinearUnit[] } {
  const units = unitsOf(problem);
  const port = (name: string): Connection['from'] => {
    const [unitName, variableName] = name.split('.');
    const unit = problem.units.findIndex((candidate) => candidate.name === unitName);
    const variable = units[unit].description.variables.find((candidate) => candidate.name === variableName);
    if (variable === undefined) throw new Error(`no ${name}`);
    return { unit, variable };
  };
  const order = coupling.order ?? 0;
  const connections = problem.connections.map(
    ([from, to]): Connection => ({
      from: port(from),
      to: port(to),
      order,
      ...(coupling.extrapolation === undefined ? {} : { extrapolation: coupling.extrapolation }),
    }),
  );
  const system: CheckedSystem = {
    name: problem.name,
    units: units.map(({ name, description }) => ({
      name,
      description,
      binary: { form: 'linear' } as never,
      values: [],
      ...(coupling.steps?.[name] === undefined ? {} : { step: coupling.steps[name] }),
    })),
    connections,
    loops: problem.loops ?? [],
    bonds: (problem.bonds ?? []).map(([e, f], k) => ({
      name: `bond${k}`,
      unit: 'J',
      terms: [{ effort: connections[e], flow: connections[f], weight: 1 }],
    })),
    interfaceModels: [],
    lines: (problem.lines ?? []).map(({ impedance, steps = 1, order: lineOrder = 0, start = 0, ends }, k) => {
      const [one, other] = ends.map(({ flow, effort, wave, displacement }) => ({
        flow: port(flow),
        input: port(effort ?? wave ?? ''),
        wave: wave !== undefined,
        ...(displacement === undefined ? {} : { displacement: port(displacement) }),
      }));
      return { name: `line${k}`, impedance, steps, order: lineOrder, start, ends: [one, other] };
    }),
    scheme: coupling.scheme,
    sequence: coupling.sequence,
    options: coupling.options,
    groups: coupling.groups,
    step: coupling.step,
    order,
    startTime: 0,
    stopTime: problem.stopTime,
    record: { columns: [], every: 1, prefix: true },
    inputs: Object.entries(coupling.driven ?? {}).map(([name, { times, values }]) => ({
      port: port(name),
      element: 0,
      times: Float64Array.from(times),
      values: Float64Array.from(values),
    })),
    stepSeconds: 1000,
    wallSeconds: 1000,
  };
  return { session: new Session(system, { instances: units, couplings: coupling.couplings }), units };
}

/** Values of outputs at the end of a run, in the order of the connections. */
export function endOf(problem: Coupled, coupling: Coupling): number[] {
  const { session } = runOf(problem, coupling);
  session.start();
  session.advance(session.steps);
  return problem.connections.map(([from]) => Number(session.reader(from)()));
}

/**
 * Root mean square of the difference to the exact solution, for each connected output. It is taken
 * at every `every`-th communication point, as a share of the exact root mean square.
 */
export function errorsOf(problem: Coupled, coupling: Coupling, every = 1): number[] {
  const { session } = runOf(problem, coupling);
  const read = problem.connections.map(([from]) => session.reader(from));
  const exact = exactly(problem, every * coupling.step);
  session.start();
  const [wrong, size] = [0, 1].map(() => new Float64Array(read.length));
  while (!session.done) {
    session.advance(every);
    exact.next().forEach((value, k) => {
      wrong[k] += (Number(read[k]()) - value) ** 2;
      size[k] += value ** 2;
    });
  }
  return [...wrong].map((sum, k) => Math.sqrt(sum / size[k]));
}

/** The largest of them. */
export function errorOf(problem: Coupled, coupling: Coupling, every = 1): number {
  return Math.max(...errorsOf(problem, coupling, every));
}

/** Exact outputs in the order of the connections: at H, 2 H, … */
export function exactly(problem: Coupled, H: number): { next(): number[] } {
  const { closed, output, start } = wholeOf(problem);
  const flow = exponential(closed.map((row) => row.map((z) => z * H)));
  let x: Matrix = start.map((value) => [value]);
  return {
    next: () => {
      x = multiply(flow, x);
      return multiply(output, x).map(([y]) => y);
    },
  };
}

/** ẋ = closed x of all units together, u = output x of what the connections carry. */
function wholeOf({ units, connections }: Coupled): { closed: Matrix; output: Matrix; start: number[] } {
  const inputs = units.flatMap(({ name, inputs: unitInputs }) => unitInputs.map((u) => `${name}.${u}`));
  const outputs = units.flatMap(({ name, outputs: unitOutputs }) => unitOutputs.map((y) => `${name}.${y}`));
  const [A, B, C, D] = (['A', 'B', 'C', 'D'] as const).map((key) => blocks(units, key));
  // u = L y, y = C x + D L y.
  const L = inputs.map((u) =>
    outputs.map((y) => (connections.some(([from, to]) => from === y && to === u) ? 1 : 0)),
  );
  const DL = multiply(D, L);
  const y = solve(
    identity(outputs.length).map((row, i) => row.map((z, j) => z - DL[i][j])),
    C,
  );
  const BLy = multiply(B, multiply(L, y));
  return {
    closed: A.map((row, i) => row.map((z, j) => z + BLy[i][j])),
    output: connections.map(([from]) => y[outputs.indexOf(from)]),
    start: units.flatMap(({ start }) => [...start]),
  };
}

function blocks(units: readonly Linear[], key: 'A' | 'B' | 'C' | 'D'): Matrix {
  const widths = units.map((unit) => ('AC'.includes(key) ? unit.start.length : unit.inputs.length));
  const total = widths.reduce((sum, w) => sum + w, 0);
  return units.flatMap((unit, k) => {
    const before = widths.slice(0, k).reduce((sum, w) => sum + w, 0);
    return unit[key].map((row) => {
      const paddedRow = new Array<number>(total).fill(0);
      row.forEach((z, j) => {
        paddedRow[before + j] = z;
      });
      return paddedRow;
    });
  });
}
