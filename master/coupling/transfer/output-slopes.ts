import type { ModelDescription, Variable } from '../../../fmu-sdk/description/description.ts';
import type { Instance } from '../../../fmu-sdk/host/instance/instance.ts';

/**
 * Writes dy/dt of an element of an output to index k. `H` is the size of the last step [s], 0
 * before the first.
 */
export type ReadSlope = (into: Float64Array, k: number, H: number) => void;

/**
 * Returns a function that reads the slope of an output at a communication point. It uses, in this
 * order:
 *
 * - a variable that is declared as its derivative
 * - output derivatives of co-simulation (`getRealOutputDerivatives`, `getOutputDerivatives`)
 * - directional derivatives ẏ = Σ ∂y/∂x ẋ + Σ ∂y/∂u u̇, with u̇ of the inputs' last polynomials,
 *   if the unit has them and declares its states with their derivatives.
 *
 * Returns undefined if the unit supports neither.
 */
export function slopeOf(instance: Instance, output: Variable, element: number): ReadSlope | undefined {
  const { description } = instance;
  const declared = description.variables.find((v) => isRate(v) && v.derivative === output.valueReference);
  if (declared !== undefined) {
    const { view, offset } = instance.view(declared);
    return (into, k) => {
      into[k] = Number(view[offset + element]);
    };
  }
  if (givesSlopes(instance) && output.variability === 'continuous')
    return (into, k) => {
      into[k] = instance.slope(output, element);
    };
  return byDirections(instance, output, element);
}

/** Reports whether a co-simulation unit gives derivatives of its outputs. */
function givesSlopes(instance: Instance): instance is Instance & Required<Pick<Instance, 'slope'>> {
  const { description, slope } = instance;
  return slope !== undefined && (description.coSimulation?.maxOutputDerivativeOrder ?? 0) > 0;
}

function isRate({ type, derivative, clocks }: Variable): boolean {
  return type === 'Float64' && derivative !== undefined && (clocks ?? []).length === 0;
}

/** Known by which an output is differentiated, and the location of its slope. */
interface Direction {
  known: Variable;
  element: number;
  rate: Float64Array;
  rateAt: number;
  /** True if the second derivative of an input's polynomial follows the slope. */
  moves: boolean;
}

function byDirections(instance: Instance, output: Variable, element: number): ReadSlope | undefined {
  const { description } = instance;
  if (description.coSimulation?.providesDirectionalDerivatives !== true) return undefined;
  const states = statesOf(description);
  if (states === undefined) return undefined;
  const directions: Direction[] = states.flatMap(({ state, rate }) => {
    const { view, offset, length } = instance.view(rate);
    return Array.from({ length }, (_, i) => ({
      known: state,
      element: i,
      rate: view as Float64Array,
      rateAt: offset + i,
      moves: false,
    }));
  });
  for (const variable of description.variables) {
    if (variable.causality !== 'input' || variable.variability !== 'continuous') continue;
    const { view, offset } = instance.polynomial(variable);
    if (offset < 0 || variable.type !== 'Float64') continue;
    const { length } = instance.view(variable);
    for (let i = 0; i < length; i++)
      directions.push({ known: variable, element: i, rate: view, rateAt: offset + 3 * i + 1, moves: true });
  }
  return (into, k, H) => {
    let slope = 0;
    for (let j = 0; j < directions.length; j++) {
      const { known, element: i, rate, rateAt, moves } = directions[j];
      const change = moves ? rate[rateAt] + H * rate[rateAt + 1] : rate[rateAt];
      if (change !== 0) slope += instance.partial(output, element, known, i) * change;
    }
    into[k] = slope;
  };
}

/**
 * Returns the continuous states with their derivatives. Undefined if they are missing or not
 * readable.
 */
function statesOf(description: ModelDescription): { state: Variable; rate: Variable }[] | undefined {
  const { variables, continuousStateDerivatives = [] } = description;
  const candidates = continuousStateDerivatives.map(({ variable }) => {
    const rate = variables[variable];
    const state = variables.find((v) => v.valueReference === rate.derivative && v.type === 'Float64');
    return state === undefined || !isRate(rate) ? undefined : { state, rate };
  });
  const whole = candidates.filter((candidate) => candidate !== undefined);
  return whole.length === 0 || whole.length < candidates.length ? undefined : whole;
}
