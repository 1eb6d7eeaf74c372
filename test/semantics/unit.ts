import { type Assignment, type Cause, elementsOf, ownStart, type Program, type Source } from './program.ts';

/** Values of a unit. */
export interface UnitState {
  /** Continuous inputs, discrete inputs, discrete variables, states, tunable parameters. */
  u: number[];
  m: number[];
  d: number[];
  x: number[];
  p: number[];
  rate: number[];
  /** Parameter and input of the arrays. */
  a: number[];
  w: number[];
  /** Words of the text parameter and the text input. */
  q: number[];
  s: number[];
  /** Slopes of the continuous inputs [1/s]. */
  slope: number[];
  /** Relation x > level of each crossing, which changes at events only. */
  above: boolean[];
}

/** Result of one pass of an event. */
export interface PassResult {
  readonly ran: ReadonlySet<number>;
  readonly ticks: ReadonlySet<number>;
  readonly starts: ReadonlyMap<number, number>;
  readonly stops: ReadonlySet<number>;
  readonly statesChanged: boolean;
  /** Crossings whose relation this pass changed. */
  readonly crossed: ReadonlySet<number>;
}

/** Causes that are due in a pass. */
export interface Due {
  readonly series: ReadonlySet<number>;
  readonly clocks: ReadonlySet<number>;
  readonly crossings: ReadonlySet<number>;
  readonly input: boolean;
  readonly rules: ReadonlySet<number>;
}

const none: ReadonlySet<never> = new Set();
export const nothingDue: Due = { series: none, clocks: none, crossings: none, input: false, rules: none };

/** Returns the values of a unit before its initialization, with arrays of this size. */
export function startState(program: Program, size: number = program.arrays?.size ?? 0): UnitState {
  const x = program.states.map(({ start }) => start);
  return {
    u: Array(program.continuousInputs).fill(0),
    slope: Array(program.continuousInputs).fill(0),
    m: Array(program.discreteInputs).fill(0),
    d: [...program.discretes],
    a: program.arrays === null ? [] : ownStart(program.arrays, size),
    w: Array(elementsOf(program.arrays, size)).fill(0),
    q: program.texts === undefined ? [] : [program.texts.parameter],
    s: program.texts === undefined ? [] : [program.texts.input],
    x,
    p: [...program.tunables],
    rate: program.states.map(({ rate }) => rate),
    above: program.crossings.map(({ state, level }) => x[state] > level),
  };
}

export function copyState(state: UnitState): UnitState {
  const { u, m, d, x, p, rate, slope, above, a, w, q, s } = state;
  return {
    ...{ u: [...u], m: [...m], d: [...d], x: [...x], p: [...p], a: [...a], w: [...w] },
    ...{ q: [...q], s: [...s] },
    ...{ rate: [...rate], slope: [...slope], above: [...above] },
  };
}

/** Runs the rules that are due, one after another, and changes the values. */
export function pass(program: Program, state: UnitState, due: Due): PassResult {
  const ran = new Set<number>();
  const ticks = new Set<number>();
  const starts = new Map<number, number>();
  const crossed = new Set<number>();
  const stops = new Set<number>();
  const set = new Set<number>();
  for (const crossing of due.crossings) state.above[crossing] = !state.above[crossing];
  program.rules.forEach((rule, i) => {
    if (!isDue(rule.cause, due)) return;
    ran.add(i);
    for (const assignment of rule.assignments) {
      assign(state, assignment);
      if (assignment.target[0] === 'x') set.add(assignment.target[1]);
    }
    if (rule.ticks !== undefined) ticks.add(rule.ticks);
    if (rule.starts !== undefined) starts.set(...rule.starts);
    if (rule.stops !== undefined) stops.add(rule.stops);
  });
  program.crossings.forEach(({ state: k, level }, i) => {
    if (set.has(k) && state.x[k] > level !== state.above[i]) crossed.add(i);
  });
  return { ran, ticks, starts, stops, statesChanged: set.size > 0, crossed };
}

/** Returns what the next pass of the same event has to do, or undefined if nothing is left. */
export function nextPass(program: Program, { ran, crossed }: PassResult): Due | undefined {
  const waits = program.rules.some(({ cause }) => cause.by === 'rule' && ran.has(cause.rule));
  return waits || crossed.size > 0 ? { ...nothingDue, rules: ran, crossings: crossed } : undefined;
}

function isDue(cause: Cause, due: Due): boolean {
  switch (cause.by) {
    case 'time':
      return due.series.has(cause.series);
    case 'clock':
      return due.clocks.has(cause.clock);
    case 'crossing':
      return due.crossings.has(cause.crossing);
    case 'input':
      return due.input;
    case 'rule':
      return due.rules.has(cause.rule);
  }
}

function assign(state: UnitState, { target: [group, index], keep, add, sources }: Assignment): void {
  const old = state[group][index];
  const sum = sources.reduce((total, [factor, source]) => total + factor * valueOf(state, source), add);
  state[group][index] = keep * old + sum;
}

function valueOf(state: UnitState, [group, index]: Source): number {
  return state[group][index];
}

/** Returns the derivatives of the states [1/s]. */
export function derivatives(program: Program, { x, u, rate }: UnitState): number[] {
  return program.states.map(
    ({ gain, coupling }, k) => rate[k] + gain * inputOf(u, k) + coupling * (k === 0 ? 0 : x[k - 1]),
  );
}

function inputOf(u: readonly number[], k: number): number {
  return u.length === 0 ? 0 : u[k % u.length];
}

/** Returns the coefficients of the polynomials x(τ) while rates are constant and inputs are linear. */
export function polynomials(program: Program, { x, u, rate, slope }: UnitState): number[][] {
  const all: number[][] = [];
  program.states.forEach(({ gain, coupling }, k) => {
    const derivative = [rate[k] + gain * inputOf(u, k), gain * inputOf(slope, k)];
    const before = coupling === 0 ? [] : all[k - 1];
    before.forEach((c, i) => {
      derivative[i] = (derivative[i] ?? 0) + coupling * c;
    });
    all.push([x[k], ...derivative.map((c, i) => c / (i + 1))]);
  });
  return all;
}

export function valueAt(coefficients: readonly number[], tau: number): number {
  return coefficients.reduceRight((sum, c) => sum * tau + c, 0);
}

/** Moves states and inputs on by a time [s]. */
export function flow(program: Program, state: UnitState, tau: number): void {
  state.x = polynomials(program, state).map((coefficients) => valueAt(coefficients, tau));
  state.u = state.u.map((u, i) => u + state.slope[i] * tau);
}

/** Returns the first crossing after the present and before a time [s], or undefined. */
export function firstCrossing(
  program: Program,
  state: UnitState,
  before: number,
): { tau: number; crossing: number } | undefined {
  const all = polynomials(program, state);
  let first: { tau: number; crossing: number } | undefined;
  program.crossings.forEach(({ state: k, level }, crossing) => {
    const [c = 0, b = 0, a = 0] = all[k];
    // A relation that holds on this side changes where the polynomial reaches the level.
    for (const tau of roots(a, b, c - level)) {
      const leaves = state.above[crossing] ? b + 2 * a * tau < 0 : b + 2 * a * tau > 0;
      if (tau > 0 && tau < before && leaves && (first === undefined || tau < first.tau))
        first = { tau, crossing };
    }
  });
  return first;
}

/** Returns the real roots of a τ² + b τ + c, rising. */
function roots(a: number, b: number, c: number): number[] {
  if (a === 0) return b === 0 ? [] : [-c / b];
  const discriminant = b * b - 4 * a * c;
  if (discriminant < 0) return [];
  const q = -0.5 * (b + (b < 0 ? -1 : 1) * Math.sqrt(discriminant));
  return [q / a, q === 0 ? 0 : c / q].sort((one, other) => one - other);
}
