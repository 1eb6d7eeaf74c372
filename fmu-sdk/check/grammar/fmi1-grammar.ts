import { type Grammar, grammar } from './grammar.ts';

/** The grammar of FMI 1.0 model descriptions (fmiModelDescription.xsd and the schemas it includes). */

const quantity = 'quantity:normalizedString';
const real =
  `${quantity} unit:normalizedString displayUnit:normalizedString relativeQuantity:boolean` +
  ' min:double max:double nominal:double';
const integer = `${quantity} min:int max:int`;
const declared = 'declaredType:normalizedString';

export const modelDescription1: Grammar = grammar('fmiModelDescription', {
  fmiModelDescription: {
    attributes:
      'fmiVersion:fmiVersion1! modelName:string! modelIdentifier:normalizedString! guid:normalizedString!' +
      ' description:string author:string version:normalizedString generationTool:normalizedString' +
      ' generationDateAndTime:dateTime variableNamingConvention:namingConvention' +
      ' numberOfContinuousStates:unsignedInt! numberOfEventIndicators:unsignedInt!',
    content:
      'UnitDefinitions? TypeDefinitions? DefaultExperiment? VendorAnnotations? ModelVariables? Implementation?',
  },
  UnitDefinitions: { content: 'BaseUnit*' },
  BaseUnit: { attributes: 'unit:normalizedString!', content: 'DisplayUnitDefinition*' },
  DisplayUnitDefinition: { attributes: 'displayUnit:normalizedString! gain:double offset:double' },
  TypeDefinitions: { content: 'Type*' },
  Type: {
    attributes: 'name:normalizedString! description:string',
    content: '(RealType|IntegerType|BooleanType=AnyType|StringType=AnyType|EnumerationType)',
  },
  RealType: { attributes: real },
  IntegerType: { attributes: integer },
  AnyType: { anyAttribute: true, content: 'any', text: true },
  EnumerationType: { attributes: integer, content: 'Item*' },
  Item: { attributes: 'name:normalizedString! description:string' },
  DefaultExperiment: { attributes: 'startTime:double stopTime:double tolerance:double' },
  VendorAnnotations: { content: 'Tool*' },
  Tool: { attributes: 'name:string!', content: 'Annotation*' },
  Annotation: { attributes: 'name:string! value:string!' },
  ModelVariables: { content: 'ScalarVariable*' },
  ScalarVariable: {
    attributes:
      'name:normalizedString! valueReference:unsignedInt! description:string variability:variability1' +
      ' causality:causality1 alias:alias1',
    content: '(Real|Integer|Boolean|String|Enumeration) DirectDependency?',
  },
  Real: { attributes: `${declared} ${real} start:double fixed:boolean` },
  Integer: { attributes: `${declared} ${integer} start:int fixed:boolean` },
  Boolean: { attributes: `${declared} start:boolean fixed:boolean` },
  String: { attributes: `${declared} start:string fixed:boolean` },
  Enumeration: { attributes: `${declared}! ${integer} start:int fixed:boolean` },
  DirectDependency: { content: 'Name*' },
  Name: { text: true },
  Implementation: { content: '(CoSimulation_StandAlone|CoSimulation_Tool)' },
  CoSimulation_StandAlone: { content: 'Capabilities' },
  CoSimulation_Tool: { content: 'Capabilities Model' },
  Capabilities: {
    attributes:
      'canHandleVariableCommunicationStepSize:boolean canHandleEvents:boolean canRejectSteps:boolean' +
      ' canInterpolateInputs:boolean maxOutputDerivativeOrder:unsignedInt canRunAsynchronuously:boolean' +
      ' canSignalEvents:boolean canBeInstantiatedOnlyOncePerProcess:boolean' +
      ' canNotUseMemoryManagementFunctions:boolean',
  },
  Model: { attributes: 'entryPoint:string! manualStart:boolean type:string!', content: 'File*' },
  File: { attributes: 'file:string!' },
});
