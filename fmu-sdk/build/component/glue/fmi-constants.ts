// Made by bin/generate.mjs from fmu-sdk/standard and fmu-sdk/build/component/component-functions.ts: change those.

/** States of FMI 3.0.2, 2.3 and 4.2, as bits: a set of states is their sum. */
export enum Mode {
  instantiated = 1,
  configuration = 2,
  initialization = 4,
  step = 8,
  reconfiguration = 16,
  terminated = 32,
  intermediate = 64,
  failed = 128,
  event = 256,
  continuousTime = 512,
  clockActivation = 1024,
  clockUpdate = 2048,
}

/** Every state of co-simulation between calls. */
export const anyMode: i32 = 319;

/** The same of model exchange. */
export const anyExchangeMode: i32 = 823;

/** Where calls are answered for which this unit has nothing. */
export const answering: i32 = 813;

/** Names of the bits of `Mode` in FMI 3.0. */
export const modeNames3: StaticArray<string> = [
  'Instantiated',
  'Configuration Mode',
  'Initialization Mode',
  'Step Mode',
  'Reconfiguration Mode',
  'Terminated',
  'Intermediate Update Mode',
  'Failed',
  'Event Mode',
  'Continuous-Time Mode',
  'Clock Activation Mode',
  'Clock Update Mode',
];

/** The same in FMI 2.0; empty where it has none. */
export const modeNames2: StaticArray<string> = [
  'instantiated',
  '',
  'initializationMode',
  'slaveInitialized',
  '',
  'terminated',
  '',
  'failed',
  'eventMode',
  'continuousTimeMode',
  '',
  '',
];

/** FMI 3.0.2, 2.2.3. */
export enum Status {
  ok = 0,
  warning = 1,
  discard = 2,
  error = 3,
  fatal = 4,
}

/** Types, as `layout/variable-rows.ts` numbers them. */
export enum Type {
  float32 = 0,
  float64 = 1,
  int8 = 2,
  int16 = 3,
  int32 = 4,
  int64 = 5,
  uInt8 = 6,
  uInt16 = 7,
  uInt32 = 8,
  uInt64 = 9,
  boolean = 10,
  string = 11,
  binary = 12,
  clock = 13,
  enumeration = 14,
}

/** Names of the types. */
export const typeNames: StaticArray<string> = [
  'Float32',
  'Float64',
  'Int8',
  'Int16',
  'Int32',
  'Int64',
  'UInt8',
  'UInt16',
  'UInt32',
  'UInt64',
  'Boolean',
  'String',
  'Binary',
  'Clock',
  'Enumeration',
];

/** log2 of the bytes of an element as the Canonical ABI passes it, by type; strings are (address, length). */
export const shifts: StaticArray<i32> = [2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 3, 3, 0, 3];

/** Causalities, by their places in `standard/variability-table.ts`. */
export enum Causality {
  input = 0,
  output = 1,
  parameter = 2,
  structuralParameter = 3,
  calculatedParameter = 4,
  local = 5,
  independent = 6,
}

/** Names of causalities. */
export const causalityNames: StaticArray<string> = [
  'input',
  'output',
  'parameter',
  'structuralParameter',
  'calculatedParameter',
  'local',
  'independent',
];

/** Names of variabilities. */
export const variabilityNames: StaticArray<string> = [
  'constant',
  'fixed',
  'tunable',
  'discrete',
  'continuous',
];

/** Columns of a row of a variable, see `Core.rows`. */
export enum Column {
  type = 0,
  causality = 1,
  variability = 2,
  size = 3,
  min = 4,
  max = 5,
  extra = 6,
  settable3 = 7,
  settable2 = 8,
  count = 9,
}

/** Calls of the interface. */
export enum Call {
  instantiateCoSimulation = 0,
  setDebugLogging = 1,
  enterInitializationMode = 2,
  exitInitializationMode = 3,
  enterEventMode = 4,
  updateDiscreteStates = 5,
  terminate = 6,
  reset = 7,
  enterConfigurationMode = 8,
  exitConfigurationMode = 9,
  getFloat32 = 10,
  getFloat64 = 11,
  getInt8 = 12,
  getInt16 = 13,
  getInt32 = 14,
  getInt64 = 15,
  getUint8 = 16,
  getUint16 = 17,
  getUint32 = 18,
  getUint64 = 19,
  getBoolean = 20,
  getString = 21,
  getBinary = 22,
  getClock = 23,
  setFloat32 = 24,
  setFloat64 = 25,
  setInt8 = 26,
  setInt16 = 27,
  setInt32 = 28,
  setInt64 = 29,
  setUint8 = 30,
  setUint16 = 31,
  setUint32 = 32,
  setUint64 = 33,
  setBoolean = 34,
  setString = 35,
  setBinary = 36,
  setClock = 37,
  getNumberOfVariableDependencies = 38,
  getVariableDependencies = 39,
  getFmuState = 40,
  setFmuState = 41,
  getDirectionalDerivative = 42,
  getAdjointDerivative = 43,
  getIntervalDecimal = 44,
  getIntervalFraction = 45,
  getShiftDecimal = 46,
  getShiftFraction = 47,
  setIntervalDecimal = 48,
  setIntervalFraction = 49,
  setShiftDecimal = 50,
  setShiftFraction = 51,
  evaluateDiscreteStates = 52,
  setInputDerivatives = 53,
  getOutputDerivatives = 54,
  doStep = 55,
  enterStepMode = 56,
  instantiateModelExchange = 57,
  enterContinuousTimeMode = 58,
  setTime = 59,
  setContinuousStates = 60,
  getContinuousStateDerivatives = 61,
  getEventIndicators = 62,
  getContinuousStates = 63,
  getNominalsOfContinuousStates = 64,
  getNumberOfEventIndicators = 65,
  getNumberOfContinuousStates = 66,
  completedIntegratorStep = 67,
}

/** Their names. */
export const callNames: StaticArray<string> = [
  'instantiate-co-simulation',
  'set-debug-logging',
  'enter-initialization-mode',
  'exit-initialization-mode',
  'enter-event-mode',
  'update-discrete-states',
  'terminate',
  'reset',
  'enter-configuration-mode',
  'exit-configuration-mode',
  'get-float32',
  'get-float64',
  'get-int8',
  'get-int16',
  'get-int32',
  'get-int64',
  'get-uint8',
  'get-uint16',
  'get-uint32',
  'get-uint64',
  'get-boolean',
  'get-string',
  'get-binary',
  'get-clock',
  'set-float32',
  'set-float64',
  'set-int8',
  'set-int16',
  'set-int32',
  'set-int64',
  'set-uint8',
  'set-uint16',
  'set-uint32',
  'set-uint64',
  'set-boolean',
  'set-string',
  'set-binary',
  'set-clock',
  'get-number-of-variable-dependencies',
  'get-variable-dependencies',
  'get-fmu-state',
  'set-fmu-state',
  'get-directional-derivative',
  'get-adjoint-derivative',
  'get-interval-decimal',
  'get-interval-fraction',
  'get-shift-decimal',
  'get-shift-fraction',
  'set-interval-decimal',
  'set-interval-fraction',
  'set-shift-decimal',
  'set-shift-fraction',
  'evaluate-discrete-states',
  'set-input-derivatives',
  'get-output-derivatives',
  'do-step',
  'enter-step-mode',
  'instantiate-model-exchange',
  'enter-continuous-time-mode',
  'set-time',
  'set-continuous-states',
  'get-continuous-state-derivatives',
  'get-event-indicators',
  'get-continuous-states',
  'get-nominals-of-continuous-states',
  'get-number-of-event-indicators',
  'get-number-of-continuous-states',
  'completed-integrator-step',
];

/** The modes in which each is taken. */
export const callModes: StaticArray<i32> = [
  0, 319, 1, 4, 8, 256, 264, 447, 9, 18, 365, 365, 365, 365, 365, 365, 365, 365, 365, 365, 365, 365, 365, 365,
  351, 351, 351, 351, 351, 351, 351, 351, 351, 351, 351, 351, 351, 256, 300, 300, 319, 319, 300, 300, 260,
  260, 260, 260, 260, 260, 4, 4, 256, 13, 104, 8, 256, 0, 0, 0, 0, 0, 0, 0, 293, 293, 293, 0,
];

/** The same in model exchange. */
export const exchangeModes: StaticArray<i32> = [
  0, 823, 1, 4, 512, 256, 768, 951, 257, 18, 805, 805, 805, 805, 805, 805, 805, 805, 805, 805, 805, 805, 805,
  293, 791, 791, 791, 791, 791, 791, 791, 791, 791, 791, 791, 791, 791, 256, 804, 804, 823, 823, 804, 804,
  260, 260, 260, 260, 260, 260, 4, 4, 256, 0, 0, 0, 0, 0, 256, 512, 512, 804, 804, 804, 805, 805, 805, 512,
];

/** What this kind of unit has nothing for. */
export const absentNames: StaticArray<string> = [
  'event mode',
  'model exchange',
  'scheduled execution',
  'dependencies by element',
  'discrete states to evaluate by themselves',
  'derivatives of outputs',
  'step that runs asynchronously',
];

/** Their numbers. */
export enum Absent {
  eventMode = 0,
  modelExchange = 1,
  scheduledExecution = 2,
  dependenciesByElement = 3,
  discreteStatesToEvaluateByThemselves = 4,
  derivativesOfOutputs = 5,
  stepThatRunsAsynchronously = 6,
}
