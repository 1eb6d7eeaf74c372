import { type Grammar, grammar, type Row } from './grammar.ts';

/** The grammar of FMI 3.0 model descriptions, as the tables of FMI 3.0.2, 2.4 state it. */

const annotations: Record<string, Row> = {
  Annotations: { content: 'Annotation+' },
  Annotation: {
    attributes: 'type:normalizedString!',
    otherVocabularies: Number.POSITIVE_INFINITY,
    text: true,
  },
};

const variable =
  'name:normalizedString! valueReference:unsignedInt! description:string causality:causality3 variability:variability' +
  ' canHandleMultipleSetPerTimeInstant:boolean clocks:unsignedInts';
const typed = `${variable} declaredType:normalizedString`;
const arrayable = `${typed} intermediateUpdate:boolean previous:unsignedInt initial:initial`;
const real =
  'quantity:normalizedString unit:normalizedString displayUnit:normalizedString relativeQuantity:boolean unbounded:boolean';
const range = (type: string): string => `min:${type} max:${type}`;
const clock =
  'canBeDeactivated:boolean priority:unsignedInt intervalVariability:intervalVariability! intervalDecimal:double' +
  ' shiftDecimal:double supportsFraction:boolean resolution:unsignedLong intervalCounter:unsignedLong shiftCounter:unsignedLong';

const integers: Record<string, string> = {
  Int8: 'byte',
  UInt8: 'unsignedByte',
  Int16: 'short',
  UInt16: 'unsignedShort',
  Int32: 'int',
  UInt32: 'unsignedInt',
  Int64: 'long',
  UInt64: 'unsignedLong',
};
const floats: Record<string, string> = { Float32: 'float', Float64: 'double' };

const array = 'Annotations? Dimension*';
const definition = 'name:normalizedString! description:string';

function variables(): Record<string, Row> {
  const rows: Record<string, Row> = {};
  for (const [name, type] of Object.entries(floats)) {
    const typeAttributes = `${real} ${range(type)} nominal:${type}`;
    rows[name] = {
      attributes: `${arrayable} ${typeAttributes} start:${type}s derivative:unsignedInt reinit:boolean`,
      content: `${array} Alias=FloatAlias*`,
    };
    rows[`${name}Type`] = { attributes: `${definition} ${typeAttributes}`, content: 'Annotations?' };
  }
  for (const [name, type] of Object.entries(integers)) {
    const typeAttributes = `quantity:normalizedString ${range(type)}`;
    rows[name] = { attributes: `${arrayable} ${typeAttributes} start:${type}s`, content: `${array} Alias*` };
    rows[`${name}Type`] = { attributes: `${definition} ${typeAttributes}`, content: 'Annotations?' };
  }
  return rows;
}

const unknown: Row = {
  attributes: 'valueReference:unsignedInt! dependencies:unsignedInts dependenciesKind:dependencyKinds',
  content: 'Annotations?',
};

const interfaceType =
  'modelIdentifier:normalizedString! needsExecutionTool:boolean canBeInstantiatedOnlyOncePerProcess:boolean' +
  ' canGetAndSetFMUState:boolean canSerializeFMUState:boolean providesDirectionalDerivatives:boolean' +
  ' providesAdjointDerivatives:boolean providesPerElementDependencies:boolean';

const names = [
  ...Object.keys(floats),
  ...Object.keys(integers),
  'Boolean',
  'String',
  'Binary',
  'Enumeration',
  'Clock',
];

export const annotationRows: Readonly<Record<string, Row>> = annotations;

export const modelDescription3: Grammar = grammar('fmiModelDescription', {
  ...annotations,
  ...variables(),
  fmiModelDescription: {
    attributes:
      'fmiVersion:fmiVersion3! modelName:string! instantiationToken:normalizedString! description:string author:string' +
      ' version:normalizedString copyright:string license:string generationTool:normalizedString' +
      ' generationDateAndTime:dateTime variableNamingConvention:namingConvention',
    content:
      'ModelExchange? CoSimulation? ScheduledExecution? UnitDefinitions? TypeDefinitions? LogCategories?' +
      ' DefaultExperiment? ModelVariables ModelStructure Annotations?',
  },
  ModelExchange: {
    attributes: `${interfaceType} needsCompletedIntegratorStep:boolean providesEvaluateDiscreteStates:boolean`,
    anyAttribute: true,
    content: 'Annotations?',
  },
  CoSimulation: {
    attributes:
      `${interfaceType} canHandleVariableCommunicationStepSize:boolean fixedInternalStepSize:double` +
      ' maxOutputDerivativeOrder:unsignedInt recommendedIntermediateInputSmoothness:int providesIntermediateUpdate:boolean' +
      ' mightReturnEarlyFromDoStep:boolean canReturnEarlyAfterIntermediateUpdate:boolean hasEventMode:boolean' +
      ' providesEvaluateDiscreteStates:boolean',
    anyAttribute: true,
    content: 'Annotations?',
  },
  ScheduledExecution: { attributes: interfaceType, anyAttribute: true, content: 'Annotations?' },
  UnitDefinitions: { content: 'Unit+' },
  Unit: { attributes: 'name:normalizedString!', content: 'BaseUnit? DisplayUnit* Annotations?' },
  BaseUnit: {
    attributes: 'kg:int m:int s:int A:int K:int mol:int cd:int rad:int factor:double offset:double',
  },
  DisplayUnit: {
    attributes: 'name:normalizedString! factor:double offset:double inverse:boolean',
    content: 'Annotations?',
  },
  TypeDefinitions: { content: `(${names.map((name) => `${name}Type`).join('|')})+` },
  BooleanType: { attributes: definition, content: 'Annotations?' },
  StringType: { attributes: definition, content: 'Annotations?' },
  BinaryType: {
    attributes: `${definition} mimeType:normalizedString maxSize:nonNegativeInteger`,
    content: 'Annotations?',
  },
  EnumerationType: {
    attributes: `${definition} quantity:normalizedString ${range('long')}`,
    content: 'Annotations? Item+',
  },
  Item: { attributes: 'name:normalizedString! value:long! description:string', content: 'Annotations?' },
  ClockType: { attributes: `${definition} ${clock}`, content: 'Annotations?' },
  LogCategories: { content: 'Category+' },
  Category: { attributes: 'name:normalizedString! description:string', content: 'Annotations?' },
  DefaultExperiment: {
    attributes: 'startTime:double stopTime:double tolerance:double stepSize:double',
    content: 'Annotations?',
  },
  ModelVariables: { content: `(${names.join('|')})+` },
  Boolean: { attributes: `${arrayable} start:booleans`, content: `${array} Alias*` },
  String: { attributes: arrayable, content: `${array} Start=StringStart* Alias*` },
  StringStart: { attributes: 'value:string' },
  Binary: {
    attributes: `${arrayable} mimeType:normalizedString maxSize:nonNegativeInteger`,
    content: `${array} Start=BinaryStart* Alias*`,
  },
  BinaryStart: { attributes: 'value:hexBinary' },
  Enumeration: {
    attributes: `${arrayable} quantity:normalizedString ${range('long')} start:longs`.replace(
      'declaredType:normalizedString',
      'declaredType:normalizedString!',
    ),
    content: `${array} Alias*`,
  },
  Clock: { attributes: `${typed} ${clock}`, content: 'Annotations? Alias*' },
  Dimension: { attributes: 'start:unsignedLong valueReference:unsignedInt' },
  Alias: { attributes: 'name:normalizedString! description:string' },
  FloatAlias: { attributes: 'name:normalizedString! description:string displayUnit:normalizedString' },
  ModelStructure: {
    content: 'Output* ContinuousStateDerivative* ClockedState* InitialUnknown* EventIndicator*',
  },
  Output: unknown,
  ContinuousStateDerivative: unknown,
  ClockedState: unknown,
  InitialUnknown: unknown,
  EventIndicator: unknown,
});
