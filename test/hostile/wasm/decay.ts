export const path = 'binaries/wasm32-wasip2/decay.wasm';

/** Description of a third-party component: x, a text, a Boolean. */
export const description = `<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="3.0" modelName="decay" instantiationToken="{decay}">
  <CoSimulation modelIdentifier="decay" canHandleVariableCommunicationStepSize="true"/>
  <ModelVariables>
    <Float64 name="time" valueReference="0" causality="independent" variability="continuous"/>
    <Float64 name="x" valueReference="1" causality="output" variability="continuous" initial="exact" start="1"/>
  </ModelVariables>
  <ModelStructure>
    <Output valueReference="1"/>
  </ModelStructure>
</fmiModelDescription>`;
