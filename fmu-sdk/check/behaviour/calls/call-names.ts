const names2: Readonly<Record<string, string>> = {
  updateDiscreteStates: 'NewDiscreteStates',
  getContinuousStateDerivatives: 'GetDerivatives',
  getState: 'GetFMUstate',
  setState: 'SetFMUstate',
  freeState: 'FreeFMUstate',
  serializeState: 'SerializeFMUstate',
  deserializeState: 'DeSerializeFMUstate',
  directionalDerivative: 'GetDirectionalDerivative',
  setInputDerivatives: 'SetRealInputDerivatives',
  getOutputDerivatives: 'GetRealOutputDerivatives',
  getStepStatus: 'GetRealStatus',
};

const names3: Readonly<Record<string, string>> = {
  getState: 'GetFMUState',
  setState: 'SetFMUState',
  freeState: 'FreeFMUState',
  serializeState: 'SerializeFMUState',
  deserializeState: 'DeserializeFMUState',
  directionalDerivative: 'GetDirectionalDerivative',
  adjointDerivative: 'GetAdjointDerivative',
  getInterval: 'GetIntervalDecimal',
  getShift: 'GetShiftDecimal',
  setInterval: 'SetIntervalDecimal',
  setShift: 'SetShiftDecimal',
};

const types2: Readonly<Record<string, string>> = {
  Float64: 'Real',
  Int32: 'Integer',
  Enumeration: 'Integer',
};

/** The standard's name of a call: `fmi3DoStep`. */
export function functionName(fmi: 2 | 3, call: string): string {
  const name = (fmi === 2 ? names2 : names3)[call] ?? call[0].toUpperCase() + call.slice(1);
  return `fmi${fmi}${name}`;
}

/**
 * Returns the standard's name of a getter or setter: `fmi2GetReal`, `fmi3SetInt64` (which serves
 * enumerations too).
 */
export function accessorName(fmi: 2 | 3, access: 'Get' | 'Set', type: string): string {
  const name = fmi === 2 ? (types2[type] ?? type) : type === 'Enumeration' ? 'Int64' : type;
  return `fmi${fmi}${access}${name}`;
}
