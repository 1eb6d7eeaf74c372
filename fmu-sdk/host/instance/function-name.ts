import type { FmiMajor } from '../../standard/fmi-version.ts';
import type { InterfaceKind } from './fmi-api.ts';

type Names = Readonly<Partial<Record<string, string>>>;

const names3: Names = {
  getState: 'getFMUState',
  setState: 'setFMUState',
  freeState: 'freeFMUState',
  serializeState: 'serializeFMUState',
  deserializeState: 'deserializeFMUState',
  directionalDerivative: 'getDirectionalDerivative',
  adjointDerivative: 'getAdjointDerivative',
  getInterval: 'getIntervalDecimal',
  setInterval: 'setIntervalDecimal',
  getShift: 'getShiftDecimal',
  setShift: 'setShiftDecimal',
};

const names2: Names = {
  updateDiscreteStates: 'newDiscreteStates',
  getContinuousStateDerivatives: 'getDerivatives',
  getState: 'getFMUstate',
  setState: 'setFMUstate',
  freeState: 'freeFMUstate',
  serializeState: 'serializeFMUstate',
  deserializeState: 'deSerializeFMUstate',
  directionalDerivative: 'getDirectionalDerivative',
  setInputDerivatives: 'setRealInputDerivatives',
  getOutputDerivatives: 'getRealOutputDerivatives',
};
const names1: Names = {
  ...names2,
  updateDiscreteStates: 'eventUpdate',
  getNominalsOfContinuousStates: 'getNominalContinuousStates',
};
const ofModels1: Names = {
  ...names1,
  instantiate: 'instantiateModel',
  exitInitializationMode: 'initialize',
  freeInstance: 'freeModelInstance',
};
const ofSlaves1: Names = {
  ...names1,
  instantiate: 'instantiateSlave',
  exitInitializationMode: 'initializeSlave',
  terminate: 'terminateSlave',
  reset: 'resetSlave',
  freeInstance: 'freeSlaveInstance',
};

/**
 * Returns the name of the function that an operation calls, in the words of the FMU's version of
 * FMI and without prefix. Operations such as `get` call several functions and keep their name.
 */
export function functionName(
  operation: string,
  fmi: FmiMajor,
  kind: InterfaceKind = 'modelExchange',
): string {
  const of1 = kind === 'coSimulation' ? ofSlaves1 : ofModels1;
  const names = fmi === 3 ? names3 : fmi === 2 ? names2 : of1;
  return names[operation] ?? operation;
}
