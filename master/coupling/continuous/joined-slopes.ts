import { elementCount, type Variable } from '../../../fmu-sdk/description/description.ts';
import { statesOf } from '../../../fmu-sdk/host/fmi-driver/jacobian/directional-slopes.ts';
import type { Directions } from '../../../fmu-sdk/host/fmi-driver/jacobian/state-jacobian.ts';
import type { ContinuousInstance } from '../../../fmu-sdk/host/instance/continuous-instance.ts';
import type { ContinuousConnection } from './continuous-connections.ts';
import type { Source } from './evaluation-order.ts';
import type { Stop } from './evaluation-stop.ts';

/** Unknowns of a unit that are read together, and the results. */
interface DerivativeCall {
  readonly unit: number;
  readonly unknowns: Uint32Array;
  readonly answers: Float64Array;
}

/**
 * Scalar connection at a stop: the location of its derivative, and the seeds of its target inputs.
 */
interface Path {
  readonly ask: DerivativeCall;
  readonly at: number;
  readonly targets: readonly { seed: Float64Array; at: number; factor: number }[];
}

interface Tangent {
  readonly stop: Stop;
  readonly derivativeCalls: readonly DerivativeCall[];
  readonly paths: readonly Path[];
  /** Right-hand side and solution for a loop. */
  readonly delta: Float64Array;
}

/** Variables by which a unit is differentiated: its states and connected inputs. */
interface DifferentiationVariables {
  readonly references: Uint32Array;
  readonly seed: Float64Array;
}

/** Calls that give the directional derivatives of all units. */
interface DerivativePlan {
  /** Variables of each unit. */
  readonly knowns: readonly DifferentiationVariables[];
  readonly tangents: readonly Tangent[];
  /** Calls for the state derivatives, after the inputs have their seeds. */
  readonly last: readonly DerivativeCall[];
  /** Offset of the seed of each state. */
  readonly places: readonly { seed: Float64Array; at: number }[];
}

/**
 * Directional derivatives of the joined ẋ. Derivatives of the units are passed along the
 * connections in the order of evaluation. In a loop, δw follows from (I − ∂G/∂w) δw = ∂G/∂x δx.
 */
export class JoinedDerivatives implements Directions {
  readonly differences: Float64Array;
  readonly shifts: Float64Array;
  refused = false;
  private fresh = false;

  /**
   * Creates the derivatives. Returns undefined if a unit lacks derivatives or does not list its
   * states.
   */
  static of(
    units: readonly ContinuousInstance[],
    sources: readonly Source[],
    stops: readonly Stop[],
    n: number,
  ): JoinedDerivatives | undefined {
    const states: { reference: number; length: number; element: number }[][] = [];
    for (const { description, x } of units) {
      const { continuousStateDerivatives, variables, modelExchange } = description;
      const unitStates = statesOf(
        continuousStateDerivatives.map(({ variable }) => variables[variable]),
        x.length,
      );
      if (unitStates === undefined || modelExchange?.providesDirectionalDerivatives !== true)
        return undefined;
      states.push(unitStates);
    }
    const knowns = units.map((_, unit) => knownsOf(unit, states[unit], sources));
    const tangents = stops.map((stop) => tangentOf(stop, sources, knowns));
    const last = units.map(({ description, x }, unit): DerivativeCall => {
      const { continuousStateDerivatives, variables } = description;
      const derivatives = continuousStateDerivatives.map(({ variable }) => variables[variable]);
      return { unit, unknowns: references(derivatives), answers: new Float64Array(x.length) };
    });
    // States come before inputs.
    const places = units.flatMap((_, unit) =>
      states[unit].map((__, i) => ({ seed: knowns[unit].seed, at: i })),
    );
    return new JoinedDerivatives(units, { knowns, tangents, last, places }, n);
  }

  private readonly knowns: readonly DifferentiationVariables[];
  private readonly tangents: readonly Tangent[];
  private readonly last: readonly DerivativeCall[];
  private readonly places: DerivativePlan['places'];

  private constructor(
    private readonly units: readonly ContinuousInstance[],
    plan: DerivativePlan,
    n: number,
  ) {
    this.knowns = plan.knowns;
    this.tangents = plan.tangents;
    this.last = plan.last;
    this.places = plan.places;
    this.differences = new Float64Array(n);
    this.shifts = new Float64Array(n).fill(1);
  }

  /** Invalidates values after a change of the point. */
  renew(): void {
    this.fresh = false;
  }

  along(columns: readonly number[]): boolean {
    const { tangents, last, places, knowns, differences } = this;
    if (!this.fresh && !this.factor()) return this.refuse();
    for (let k = 0; k < knowns.length; k++) knowns[k].seed.fill(0);
    for (let c = 0; c < columns.length; c++) {
      const { seed, at } = places[columns[c]];
      seed[at] = 1;
    }
    for (let k = 0; k < tangents.length; k++) if (!this.through(tangents[k])) return this.refuse();
    let row = 0;
    for (let k = 0; k < last.length; k++) {
      if (!this.ask(last[k])) return this.refuse();
      for (let i = 0; i < last[k].answers.length; i++) differences[row++] = last[k].answers[i];
    }
    return true;
  }

  private refuse(): false {
    this.refused = true;
    return false;
  }

  /** Factors the matrices of the loops at the present point. */
  private factor(): boolean {
    const { tangents } = this;
    for (let k = 0; k < tangents.length; k++) if (tangents[k].stop.loop?.factor() === false) return false;
    this.fresh = true;
    return true;
  }

  private ask({ unit, unknowns, answers }: DerivativeCall): boolean {
    const { references, seed } = this.knowns[unit];
    if (unknowns.length === 0) return true;
    if (references.length > 0) return this.units[unit].directional(unknowns, references, seed, answers);
    answers.fill(0);
    return true;
  }

  private through({ stop, derivativeCalls, paths, delta }: Tangent): boolean {
    for (let k = 0; k < derivativeCalls.length; k++) if (!this.ask(derivativeCalls[k])) return false;
    for (let i = 0; i < paths.length; i++) delta[i] = paths[i].ask.answers[paths[i].at];
    stop.loop?.matrix.solve(delta);
    for (let i = 0; i < paths.length; i++) {
      const { targets } = paths[i];
      for (let k = 0; k < targets.length; k++) targets[k].seed[targets[k].at] += targets[k].factor * delta[i];
    }
    return true;
  }
}

/** Returns the connected inputs of a unit, each once. */
function inputsInto(unit: number, sources: readonly Source[]): Variable[] {
  const all = sources.flatMap(({ connections }) => connections.filter(({ to }) => to.unit === unit));
  return [...new Map(all.map(({ to }) => [to.variable.valueReference, to.variable])).values()];
}

function knownsOf(
  unit: number,
  states: readonly { reference: number; length: number; element: number }[],
  sources: readonly Source[],
): DifferentiationVariables {
  const inputs = inputsInto(unit, sources);
  const stateReferences = new Set(states.map(({ reference }) => reference));
  return {
    references: Uint32Array.from([...stateReferences, ...inputs.map(({ valueReference }) => valueReference)]),
    seed: new Float64Array(states.length + inputs.reduce((sum, input) => sum + elementCount(input), 0)),
  };
}

/** Returns the offset of the seed of an input element, after the states and earlier inputs. */
function seedPlace(
  unit: number,
  { valueReference }: Variable,
  element: number,
  sources: readonly Source[],
  knowns: readonly DifferentiationVariables[],
): { seed: Float64Array; at: number } {
  const inputs = inputsInto(unit, sources);
  const { seed } = knowns[unit];
  let at = seed.length - inputs.reduce((sum, input) => sum + elementCount(input), 0);
  for (const input of inputs) {
    if (input.valueReference === valueReference) break;
    at += elementCount(input);
  }
  return { seed, at: at + element };
}

function tangentOf(
  stop: Stop,
  sources: readonly Source[],
  knowns: readonly DifferentiationVariables[],
): Tangent {
  const places = new Map<number, { ask: DerivativeCall; at: number }>();
  const derivativeCalls = [...new Set(stop.sources.map((s) => sources[s].unit))].map(
    (unit): DerivativeCall => {
      const unitSources = stop.sources.filter((s) => sources[s].unit === unit);
      const length = unitSources.reduce((sum, s) => sum + elementCount(sources[s].variable), 0);
      const unknowns = references(unitSources.map((s) => sources[s].variable));
      const ask = { unit, unknowns, answers: new Float64Array(length) };
      let at = 0;
      for (const s of unitSources) {
        places.set(s, { ask, at });
        at += elementCount(sources[s].variable);
      }
      return ask;
    },
  );
  const paths = stop.connections.map(({ source, element, targets }: ContinuousConnection): Path => {
    const { ask, at } = places.get(source) as { ask: DerivativeCall; at: number };
    return {
      ask,
      at: at + element,
      targets: targets.map(({ unit, variable, element: into, factor }) => ({
        ...seedPlace(unit, variable, into, sources, knowns),
        factor,
      })),
    };
  });
  return { stop, derivativeCalls, paths, delta: new Float64Array(paths.length) };
}

const references = (variables: readonly Variable[]): Uint32Array =>
  Uint32Array.from(variables, ({ valueReference }) => valueReference);
