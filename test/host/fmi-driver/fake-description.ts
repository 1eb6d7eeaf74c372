import type { Interface, ModelDescription, Variable } from '../../../fmu-sdk/description/description.ts';

const common: Interface = {
  modelIdentifier: 'fake',
  needsExecutionTool: false,
  canBeInstantiatedOnlyOncePerProcess: false,
  canGetAndSetFMUState: true,
  canSerializeFMUState: true,
  providesDirectionalDerivatives: false,
  providesAdjointDerivatives: false,
  providesPerElementDependencies: false,
};

export type Given = Partial<Variable> & { name: string; valueReference: number };

/**
 * Creates the description of a fake FMU: variables, state derivatives by name, and interface
 * capabilities.
 */
export function fakeDescription(
  fmi: 2 | 3,
  variables: Given[],
  derivatives: string[] = [],
  more: {
    coSimulation?: Partial<NonNullable<ModelDescription['coSimulation']>>;
    modelExchange?: Partial<NonNullable<ModelDescription['modelExchange']>>;
    eventIndicators?: number;
    tolerance?: number;
  } = {},
): ModelDescription {
  const all: Variable[] = variables.map((v) => ({
    type: 'Float64',
    causality: 'local',
    variability: v.type === undefined || v.type.startsWith('Float') ? 'continuous' : 'discrete',
    dimensions: [],
    ...v,
  }));
  return {
    fmiVersion: fmi === 2 ? '2.0' : '3.0',
    modelName: 'fake',
    instantiationToken: 'token',
    unitsOfMeasure: [],
    types: [],
    logCategories: [],
    terminals: [],
    variables: all,
    outputs: [],
    continuousStateDerivatives: derivatives.map((name) => ({
      variable: all.findIndex((v) => v.name === name),
    })),
    clockedStates: [],
    initialUnknowns: [],
    eventIndicators: [],
    numberOfEventIndicators: more.eventIndicators ?? 0,
    defaultExperiment: { tolerance: more.tolerance },
    coSimulation: {
      ...common,
      canHandleVariableCommunicationStepSize: true,
      maxOutputDerivativeOrder: 0,
      recommendedIntermediateInputSmoothness: 0,
      providesIntermediateUpdate: false,
      mightReturnEarlyFromDoStep: false,
      canReturnEarlyAfterIntermediateUpdate: false,
      hasEventMode: false,
      providesEvaluateDiscreteStates: false,
      ...more.coSimulation,
    },
    modelExchange: {
      ...common,
      needsCompletedIntegratorStep: true,
      providesEvaluateDiscreteStates: false,
      ...more.modelExchange,
    },
    scheduledExecution: { ...common },
  };
}
