import { type Grammar, grammar, type Row } from './grammar.ts';

/** The grammar of FMI 2.0 model descriptions, as the tables of FMI 2.0.5, 2.2 state it. */

const real =
  'quantity:normalizedString unit:normalizedString displayUnit:normalizedString relativeQuantity:boolean' +
  ' min:double max:double nominal:double unbounded:boolean';
const integer = 'quantity:normalizedString min:int max:int';

const interfaceType =
  'modelIdentifier:normalizedString! needsExecutionTool:boolean canBeInstantiatedOnlyOncePerProcess:boolean' +
  ' canNotUseMemoryManagementFunctions:boolean canGetAndSetFMUstate:boolean canSerializeFMUstate:boolean' +
  ' providesDirectionalDerivative:boolean';

const unknown: Row = {
  attributes: 'index:unsignedInt! dependencies:unsignedInts dependenciesKind:dependencyKinds',
};

export const modelDescription2: Grammar = grammar('fmiModelDescription', {
  fmiModelDescription: {
    attributes:
      'fmiVersion:fmiVersion2! modelName:string! guid:normalizedString! description:string author:string' +
      ' version:normalizedString copyright:string license:string generationTool:normalizedString' +
      ' generationDateAndTime:dateTime variableNamingConvention:namingConvention numberOfEventIndicators:unsignedInt',
    content:
      '(ModelExchange|CoSimulation){0,2} UnitDefinitions? TypeDefinitions? LogCategories? DefaultExperiment?' +
      ' VendorAnnotations? ModelVariables ModelStructure',
  },
  ModelExchange: {
    attributes: `${interfaceType} completedIntegratorStepNotNeeded:boolean`,
    content: 'SourceFiles?',
  },
  CoSimulation: {
    attributes:
      `${interfaceType} canHandleVariableCommunicationStepSize:boolean canInterpolateInputs:boolean` +
      ' maxOutputDerivativeOrder:unsignedInt canRunAsynchronuously:boolean',
    content: 'SourceFiles?',
  },
  SourceFiles: { content: 'File+' },
  File: { attributes: 'name:normalizedString!' },
  UnitDefinitions: { content: 'Unit+' },
  Unit: { attributes: 'name:normalizedString!', content: 'BaseUnit? DisplayUnit*' },
  BaseUnit: {
    attributes: 'kg:int m:int s:int A:int K:int mol:int cd:int rad:int factor:double offset:double',
  },
  DisplayUnit: { attributes: 'name:normalizedString! factor:double offset:double' },
  TypeDefinitions: { content: 'SimpleType+' },
  SimpleType: {
    attributes: 'name:normalizedString! description:string',
    content: '(Real=RealType|Integer=IntegerType|Boolean=AnyType|String=AnyType|Enumeration=EnumerationType)',
  },
  RealType: { attributes: real },
  IntegerType: { attributes: integer },
  AnyType: { anyAttribute: true, content: 'any', text: true },
  EnumerationType: { attributes: 'quantity:normalizedString', content: 'Item+' },
  Item: { attributes: 'name:normalizedString! value:int! description:string' },
  LogCategories: { content: 'Category+' },
  Category: { attributes: 'name:normalizedString! description:string' },
  DefaultExperiment: { attributes: 'startTime:double stopTime:double tolerance:double stepSize:double' },
  VendorAnnotations: { content: 'Tool+' },
  Annotations: { content: 'Tool+' },
  Tool: { attributes: 'name:normalizedString!', otherVocabularies: 1 },
  ModelVariables: { content: 'ScalarVariable+' },
  ScalarVariable: {
    attributes:
      'name:normalizedString! valueReference:unsignedInt! description:string causality:causality2' +
      ' variability:variability initial:initial canHandleMultipleSetPerTimeInstant:boolean',
    content: '(Real|Integer|Boolean|String|Enumeration) Annotations?',
  },
  Real: {
    attributes: `declaredType:normalizedString ${real} start:double derivative:unsignedInt reinit:boolean`,
  },
  Integer: { attributes: `declaredType:normalizedString ${integer} start:int` },
  Boolean: { attributes: 'declaredType:normalizedString start:boolean' },
  String: { attributes: 'declaredType:normalizedString start:string' },
  Enumeration: { attributes: `declaredType:normalizedString! ${integer} start:int` },
  ModelStructure: { content: 'Outputs? Derivatives? InitialUnknowns?' },
  Outputs: { content: 'Unknown+' },
  Derivatives: { content: 'Unknown+' },
  InitialUnknowns: { content: 'Unknown+' },
  Unknown: unknown,
});
