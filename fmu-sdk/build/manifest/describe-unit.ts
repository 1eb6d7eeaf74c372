import type { ModelDescription, Unknown, Variable } from '../../description/description.ts';
import { annotationOf } from '../../description/drawing-annotation.ts';
import { clockTimes, hasEvents } from './clock-fields.ts';
import { type Manifest, type ManifestVariable, modelIdentifier, sizeOf, variabilityOf } from './manifest.ts';
import { unitsOfMeasureOf } from './manifest-units.ts';
import { type BuiltInterface, indicatorsOf, interfacesOf, statesOf } from './model-exchange-states.ts';

/**
 * Returns the model description of a unit. `time` has value reference 0, and the variables follow
 * in order as 1, 2, ….
 *
 * @param internalStep internal step [s], 0 if the unit accepts any step
 * @param interfaces interfaces of the build
 */
export function describe(
  manifest: Manifest,
  instantiationToken: string,
  tool: string,
  internalStep = 0,
  interfaces: readonly BuiltInterface[] = interfacesOf(manifest),
): ModelDescription {
  const reference = new Map(manifest.variables.map((v, i) => [v.name, i + 1]));
  // `time` comes first, and the others follow in order. So the value reference is also the index.
  const unknown = (v: ManifestVariable): Unknown => ({
    variable: reference.get(v.name) ?? 0,
    dependencies: v.dependsOn?.map((name) => reference.get(name) ?? 0),
  });
  const outputs = manifest.variables.filter((v) => v.causality === 'output');
  const states = statesOf(manifest);
  const stateful = new Set(states.flatMap(({ state, derivative }) => [state, derivative]));
  const calculated = manifest.variables.filter(
    (v) =>
      initialOf(v) === 'calculated' &&
      (v.causality !== 'local' || stateful.has(v)) &&
      v.type !== 'Clock' &&
      v.clocks === undefined,
  );
  const exchange = interfaces.includes('me');
  const reinitialized =
    exchange && hasEvents(manifest) ? new Set(states.map(({ state }) => state)) : new Set();
  const common = {
    modelIdentifier: modelIdentifier(manifest.name),
    needsExecutionTool: false,
    canBeInstantiatedOnlyOncePerProcess: false,
    providesPerElementDependencies: false,
    canGetAndSetFMUState: true,
    canSerializeFMUState: true,
    providesDirectionalDerivatives: manifest.directionalDerivatives ?? false,
    providesAdjointDerivatives: manifest.directionalDerivatives ?? false,
    providesEvaluateDiscreteStates: false,
  };
  const coSimulation = {
    ...common,
    maxOutputDerivativeOrder: 0,
    recommendedIntermediateInputSmoothness: 0,
    // A step is discarded unless it is a whole multiple of the internal step. Importers must not
    // choose other steps.
    canHandleVariableCommunicationStepSize: internalStep === 0,
    providesIntermediateUpdate: true,
    mightReturnEarlyFromDoStep: hasEvents(manifest),
    canReturnEarlyAfterIntermediateUpdate: true,
    hasEventMode: hasEvents(manifest),
  };
  return {
    fmiVersion: '3.0',
    modelName: manifest.name,
    instantiationToken,
    description: manifest.description,
    author: manifest.author,
    version: manifest.version,
    copyright: manifest.copyright,
    license: manifest.license,
    generationTool: tool,
    ...(exchange && { modelExchange: { ...common, needsCompletedIntegratorStep: false } }),
    ...(interfaces.includes('cs') && { coSimulation }),
    unitsOfMeasure: unitsOfMeasureOf(manifest),
    types: Object.entries(manifest.enumerations ?? {}).map(([name, type]) => ({
      name,
      type: 'Enumeration',
      ...type,
    })),
    logCategories: [
      { name: 'logStatusDiscard', description: 'Steps that were not done, and why' },
      { name: 'logStatusError', description: 'Calls that were refused, and why' },
      { name: 'logStatusFatal', description: 'Why a unit gave up' },
    ],
    defaultExperiment: manifest.defaultExperiment,
    variables: [
      time,
      ...manifest.variables.map((v, i) => variable(v, i + 1, reference, reinitialized.has(v))),
    ],
    outputs: outputs.map(unknown),
    continuousStateDerivatives: states.map(({ derivative }) => unknown(derivative)),
    clockedStates: manifest.variables.filter((v) => v.previous !== undefined).map(unknown),
    initialUnknowns: calculated.map((v) => ({ variable: reference.get(v.name) ?? 0 })),
    eventIndicators: indicatorsOf(manifest).map(unknown),
    ...(manifest.drawing === undefined ? {} : { annotations: [annotationOf(manifest.drawing)] }),
    terminals: (manifest.terminals ?? []).map(({ members, ...terminal }) => ({
      matchingRule: 'bus',
      ...terminal,
      members: members.map((m) => ({
        memberName: m.name,
        variableName: m.variable,
        variableKind: m.kind === 'flow' ? 'inflow' : 'signal',
      })),
    })),
  };
}

const time: Variable = {
  name: 'time',
  valueReference: 0,
  type: 'Float64',
  causality: 'independent',
  variability: 'continuous',
  description: 'Simulation time',
  unitOfMeasure: 's',
  dimensions: [],
};

function variable(
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
    unitOfMeasure: v.unit,
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
function initialOf(v: ManifestVariable): 'exact' | 'calculated' {
  const hasStart =
    v.causality === 'input' || v.causality === 'parameter' || v.causality === 'structuralParameter';
  return hasStart || variabilityOf(v) === 'constant' ? 'exact' : 'calculated';
}

function startOf(v: ManifestVariable): string[] {
  const values = Array.isArray(v.start) ? v.start : [v.start ?? 0];
  const all = values.length === 1 ? Array.from({ length: sizeOf(v) }, () => values[0]) : values;
  return all.map(String);
}
