import type { InterfaceKind, NumericType } from '../../instance/fmi-api.ts';

/**
 * Interface and resource of each interface type, as FMI-LS-WASM and the generated bindings name
 * them.
 */
export const worlds: Record<InterfaceKind, { interface: string; resource: string; instantiate: string }> = {
  coSimulation: {
    interface: 'fmi:fmi3/co-simulation',
    resource: 'CoSimulationInstance',
    instantiate: 'instantiateCoSimulation',
  },
  modelExchange: {
    interface: 'fmi:fmi3/model-exchange',
    resource: 'ModelExchangeInstance',
    instantiate: 'instantiateModelExchange',
  },
  scheduledExecution: {
    interface: 'fmi:fmi3/scheduled-execution',
    resource: 'ScheduledExecutionInstance',
    instantiate: 'instantiateScheduledExecution',
  },
};

/** Accessor type for values of each type. Enumerations use 64-bit integers (FMI 3.0, 2.2.6.2). */
export const accessors: Record<NumericType, string> = {
  Float32: 'Float32',
  Float64: 'Float64',
  Int8: 'Int8',
  UInt8: 'Uint8',
  Int16: 'Int16',
  UInt16: 'Uint16',
  Int32: 'Int32',
  UInt32: 'Uint32',
  Int64: 'Int64',
  UInt64: 'Uint64',
  Boolean: 'Boolean',
  Clock: 'Clock',
  Enumeration: 'Int64',
};
