import { create } from 'xmlbuilder2';
import { fmi2Type } from '../build/scalars.ts';
import { UserError } from '../error.ts';
import { elementCount, type ModelDescription, type Variable } from './description.ts';
import { baseUnit, defined, experiment } from './write.ts';

type XmlNode = ReturnType<ReturnType<typeof create>['ele']>;

/**
 * `modelDescription.xml` of FMI 2.0 (schema fmi2ModelDescription.xsd) of the same unit. Arrays become scalars
 * `name[i]` or `name[i,j]`, with value references one after the other; index in the list = value reference + 1.
 */
export function writeModelDescription2(d: ModelDescription): string {
  refuseInexpressible(d);
  const root = create({ version: '1.0', encoding: 'UTF-8' }).ele(
    'fmiModelDescription',
    defined({
      fmiVersion: '2.0',
      modelName: d.modelName,
      guid: d.instantiationToken,
      description: d.description,
      author: d.author,
      version: d.version,
      copyright: d.copyright,
      license: d.license,
      generationTool: d.generationTool,
      variableNamingConvention: 'structured',
    }),
  );
  root.ele(
    'CoSimulation',
    defined({
      modelIdentifier: d.coSimulation?.modelIdentifier,
      canHandleVariableCommunicationStepSize: d.coSimulation?.canHandleVariableCommunicationStepSize,
      canInterpolateInputs: true,
      canNotUseMemoryManagementFunctions: true,
      canGetAndSetFMUstate: true,
      canSerializeFMUstate: true,
      providesDirectionalDerivative: d.coSimulation?.providesDirectionalDerivatives,
    }),
  );
  writeTypes(root, d);
  const variables = root.ele('ModelVariables');
  const firsts: number[] = [];
  let index = 1;
  for (const v of d.variables) {
    firsts.push(index);
    const names = namesOf(v);
    names.forEach((name, k) => {
      writeScalar(variables, v, name, index + k - 1, v.start?.[k]);
    });
    index += names.length;
  }
  writeStructure(root.ele('ModelStructure'), d, (i) =>
    Array.from({ length: elementCount(d.variables[i]) }, (_, k) => firsts[i] + k),
  );
  return root.end({ prettyPrint: true });
}

function refuseInexpressible(d: ModelDescription): void {
  const foreign = d.variables.filter((v) => fmi2Type(v.type) === undefined);
  if (foreign.length === 0) return;
  const names = foreign.map((v) => `${v.name} (${v.type})`).join(', ');
  throw new UserError(
    `build ${d.modelName} for FMI 2.0: it has no type for ${names}. Build it for FMI 3.0, or change them to Float64 or Int32.`,
  );
}

function writeTypes(root: XmlNode, d: ModelDescription): void {
  const units = root.ele('UnitDefinitions');
  for (const unit of d.units) {
    const node = units.ele('Unit', { name: unit.name });
    if (unit.base !== undefined) node.ele('BaseUnit', baseUnit(unit.base));
  }
  if (d.types.length > 0) {
    const types = root.ele('TypeDefinitions');
    for (const { name, description, items } of d.types) {
      const node = types.ele('SimpleType', defined({ name, description })).ele('Enumeration');
      for (const item of items ?? [])
        node.ele('Item', defined({ name: item.name, value: item.value, description: item.description }));
    }
  }
  const categories = root.ele('LogCategories');
  for (const { name, description } of d.logCategories)
    categories.ele('Category', defined({ name, description }));
  if (d.defaultExperiment !== undefined) root.ele('DefaultExperiment', experiment(d.defaultExperiment));
}

/** Names of a variable's elements, counted from 1, the last index running first. */
function namesOf(v: Variable): string[] {
  if (v.dimensions.length === 0) return [v.name];
  return Array.from({ length: elementCount(v) }, (_, k) => {
    let rest = k;
    const indices: number[] = [];
    for (const size of [...v.dimensions].reverse()) {
      indices.unshift((rest % size) + 1);
      rest = Math.floor(rest / size);
    }
    return `${v.name}[${indices.join(',')}]`;
  });
}

function writeScalar(
  parent: XmlNode,
  v: Variable,
  name: string,
  valueReference: number,
  start: string | undefined,
): void {
  const type = fmi2Type(v.type) ?? 'Real';
  const numeric = type === 'Real' || type === 'Integer';
  parent
    .ele(
      'ScalarVariable',
      defined({
        name,
        valueReference,
        description: v.description,
        causality: v.causality === 'structuralParameter' ? 'parameter' : v.causality,
        variability: v.variability,
        initial: v.initial,
      }),
    )
    .ele(
      type,
      defined({
        declaredType: v.declaredType,
        quantity: numeric ? v.quantity : undefined,
        unit: type === 'Real' ? v.unit : undefined,
        min: numeric ? v.min : undefined,
        max: numeric ? v.max : undefined,
        nominal: type === 'Real' ? v.nominal : undefined,
        start,
      }),
    );
}

function writeStructure(
  structure: XmlNode,
  d: ModelDescription,
  indices: (variable: number) => number[],
): void {
  for (const [name, unknowns] of [
    ['Outputs', d.outputs],
    ['InitialUnknowns', d.initialUnknowns],
  ] as const) {
    if (unknowns.length === 0) continue;
    const list = structure.ele(name);
    for (const { variable, dependencies } of unknowns) {
      const known = dependencies?.flatMap(indices).sort((a, b) => a - b);
      for (const index of indices(variable))
        list.ele('Unknown', defined({ index, dependencies: known?.join(' ') }));
    }
  }
}
