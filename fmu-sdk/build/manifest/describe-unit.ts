import { annotationOf } from '../../description/annotations/drawing-annotation.ts';
import type { ModelDescription, Unknown } from '../../description/description.ts';
import { hasEvents } from './clock-fields.ts';
import { describeVariable, initialOf, time } from './describe-variable.ts';
import { type Manifest, type ManifestVariable, modelIdentifier } from './manifest.ts';
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
    ...describeInterfaces(manifest, internalStep, interfaces),
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
    ...describeStructure(manifest, interfaces),
    ...(manifest.drawing === undefined ? {} : { annotations: [annotationOf(manifest.drawing)] }),
    terminals: describeTerminals(manifest),
  };
}

/** Returns the capabilities of the built interfaces. */
function describeInterfaces(
  manifest: Manifest,
  internalStep: number,
  interfaces: readonly BuiltInterface[],
): Pick<ModelDescription, 'modelExchange' | 'coSimulation'> {
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
    ...(interfaces.includes('me') && { modelExchange: { ...common, needsCompletedIntegratorStep: false } }),
    ...(interfaces.includes('cs') && { coSimulation }),
  };
}

/** Returns the variables, and the lists of them in the model structure. */
function describeStructure(
  manifest: Manifest,
  interfaces: readonly BuiltInterface[],
): Pick<
  ModelDescription,
  | 'variables'
  | 'outputs'
  | 'continuousStateDerivatives'
  | 'clockedStates'
  | 'initialUnknowns'
  | 'eventIndicators'
> {
  const reference = new Map(manifest.variables.map((v, i) => [v.name, i + 1]));
  // `time` comes first, and the others follow in order. So the value reference is also the index.
  const unknown = (v: ManifestVariable): Unknown => ({
    variable: reference.get(v.name) ?? 0,
    dependencies: v.dependsOn?.map((name) => reference.get(name) ?? 0),
  });
  const states = statesOf(manifest);
  const reinitialized =
    interfaces.includes('me') && hasEvents(manifest) ? new Set(states.map(({ state }) => state)) : new Set();
  return {
    variables: [
      time,
      ...manifest.variables.map((v, i) => describeVariable(v, i + 1, reference, reinitialized.has(v))),
    ],
    outputs: manifest.variables.filter((v) => v.causality === 'output').map(unknown),
    continuousStateDerivatives: states.map(({ derivative }) => unknown(derivative)),
    clockedStates: manifest.variables.filter((v) => v.previous !== undefined).map(unknown),
    initialUnknowns: calculatedVariables(manifest).map((v) => ({ variable: reference.get(v.name) ?? 0 })),
    eventIndicators: indicatorsOf(manifest).map(unknown),
  };
}

/** Returns the variables that the unit calculates during initialization. */
function calculatedVariables(manifest: Manifest): ManifestVariable[] {
  const stateful = new Set(statesOf(manifest).flatMap(({ state, derivative }) => [state, derivative]));
  return manifest.variables.filter(
    (v) =>
      initialOf(v) === 'calculated' &&
      (v.causality !== 'local' || stateful.has(v)) &&
      v.type !== 'Clock' &&
      v.clocks === undefined,
  );
}

/** Kinds of member variables in FMI. An effort is equal at both ends, so it is a signal. */
const variableKinds = {
  signal: 'signal',
  effort: 'signal',
  flow: 'inflow',
  inflow: 'inflow',
  outflow: 'outflow',
} as const;

/** Returns the terminals with their member variables. */
function describeTerminals(manifest: Manifest): ModelDescription['terminals'] {
  return (manifest.terminals ?? []).map(({ members, ...terminal }) => ({
    matchingRule: 'bus',
    ...terminal,
    members: members.map((m) => ({
      memberName: m.name,
      variableName: m.variable,
      variableKind: variableKinds[m.kind ?? 'signal'],
    })),
  }));
}
