/** Returns a model description of FMI 1.0 with these variables, and more attributes of its root. */
export function legacyDescription(variables: string, attributes = 'numberOfContinuousStates="0"'): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="1.0" modelName="unit" modelIdentifier="unit" guid="one" numberOfEventIndicators="0" ${attributes}>
<ModelVariables>
${variables}
</ModelVariables>
</fmiModelDescription>
`;
}

/** Returns a Real variable of FMI 1.0 with more attributes outside and inside, and elements after it. */
export function legacyVariable(name: string, reference: number, outer = '', inner = '', after = ''): string {
  return `<ScalarVariable name="${name}" valueReference="${reference}" ${outer}><Real ${inner}/>${after}</ScalarVariable>`;
}
