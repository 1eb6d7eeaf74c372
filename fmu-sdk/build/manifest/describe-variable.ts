import type { Variable } from '../../description/description.ts';
import { clockTimes } from './clock-fields.ts';
import { type ManifestVariable, sizeOf, variabilityOf } from './manifest.ts';

/** Independent variable of a unit. */
export const time: Variable = {
  name: 'time',
  valueReference: 0,
  type: 'Float64',
  causality: 'independent',
  variability: 'continuous',
  description: 'Simulation time',
  unit: 's',
  dimensions: [],
};

/** Returns the description of a variable. `reference` gives the value references by name. */
export function describeVariable(
  v: ManifestVariable,
  valueReference: number,
  reference: ReadonlyMap<string, number>,
  reinit: boolean,
): Variable {
  const initial = initialOf(v);
  const text = (x: number | string | undefined): string | undefined =>
    x === undefined ? undefined : String(x);
  return {
    name: v.name,
    valueReference,
    type: v.type,
    causality: v.causality,
    variability: variabilityOf(v),
    initial: v.causality === 'input' || v.type === 'Clock' ? undefined : initial,
    description: v.description,
    start: initial === 'exact' && v.type !== 'Clock' ? startOf(v) : undefined,
    unit: v.unit,
    displayUnit: v.displayUnit,
    quantity: v.quantity,
    declaredType: v.enumeration,
    min: text(v.min),
    max: text(v.max),
    nominal: text(v.nominal),
    dimensions: v.dimensions ?? [],
    // FMI does not define a size of strings. The FMU rejects strings beyond its capacity.
    maxSize: v.type === 'Binary' ? v.maxSize : undefined,
    energy: v.energy,
    derivative: v.derivative === undefined ? undefined : reference.get(v.derivative),
    reinit: reinit || undefined,
    intervalVariability: v.type === 'Clock' ? (v.intervalVariability ?? 'triggered') : undefined,
    ...(v.type === 'Clock' && timesOf(v)),
    previous: v.previous === undefined ? undefined : reference.get(v.previous),
    intermediateUpdate: isExchangedInside(v) || undefined,
    clocks: v.clocks?.map((name) => reference.get(name) ?? 0),
  };
}

/**
 * Returns interval and shift [s], also as fractions of a second if they are whole multiples of one.
 */
function timesOf(v: ManifestVariable): Partial<Variable> {
  const { resolution, intervalCounter, shiftCounter } = v;
  if (resolution === undefined) return { intervalDecimal: v.intervalDecimal, shiftDecimal: v.shiftDecimal };
  const [interval, shift] = clockTimes(v);
  return {
    supportsFraction: true,
    resolution: String(resolution),
    ...(intervalCounter !== undefined && {
      intervalDecimal: interval,
      intervalCounter: String(intervalCounter),
    }),
    ...(shiftCounter !== undefined && { shiftDecimal: shift, shiftCounter: String(shiftCounter) }),
  };
}

/** Returns true if an importer may read or set the variable between internal steps. */
function isExchangedInside(v: ManifestVariable): boolean {
  const continuous = variabilityOf(v) === 'continuous' && v.type.startsWith('Float');
  return continuous && (v.causality === 'output' || (v.causality === 'input' && v.type === 'Float64'));
}

/** Returns `exact` for variables with a start value. The unit calculates all others. */
export function initialOf(v: ManifestVariable): 'exact' | 'calculated' {
  const hasStart =
    v.causality === 'input' || v.causality === 'parameter' || v.causality === 'structuralParameter';
  return hasStart || variabilityOf(v) === 'constant' ? 'exact' : 'calculated';
}

/** Returns the start values of all elements as text. A single value holds for every element. */
function startOf(v: ManifestVariable): string[] {
  const values = Array.isArray(v.start) ? v.start : [v.start ?? 0];
  const all = values.length === 1 ? Array.from({ length: sizeOf(v) }, () => values[0]) : values;
  return all.map(String);
}
