import { UserError } from '../../util/user-error.ts';
import { elementCount, type ModelDescription, type Unknown, type Variable } from '../description.ts';
import { indexText } from '../tables/element-index.ts';
import { fmi2Type } from './fmi2-types.ts';

/**
 * Returns the description of the FMU for FMI 2.0: arrays become scalars `name[i]` or `name[i,j]`
 * with consecutive value references from 0.
 */
export function scalarDescription(d: ModelDescription): ModelDescription {
  rejectUnsupportedTypes(d);
  const firsts: number[] = [];
  let count = 0;
  for (const v of d.variables) {
    firsts.push(count);
    count += elementCount(v);
  }
  const references = new Map(d.variables.map((v, i) => [v.valueReference, firsts[i]]));
  const elements = (i: number): number[] =>
    Array.from({ length: elementCount(d.variables[i]) }, (_, k) => firsts[i] + k);
  const unknowns = (list: readonly Unknown[]): Unknown[] =>
    list.flatMap(({ variable, dependencies }) => {
      const on = dependencies?.flatMap(elements).sort((a, b) => a - b);
      return elements(variable).map((element) => ({ variable: element, ...(on && { dependencies: on }) }));
    });
  return {
    ...d,
    fmiVersion: '2.0',
    variableNamingConvention: 'structured',
    modelExchange: d.modelExchange && { ...d.modelExchange, canNotUseMemoryManagementFunctions: true },
    coSimulation: d.coSimulation && {
      ...d.coSimulation,
      canInterpolateInputs: true,
      canNotUseMemoryManagementFunctions: true,
    },
    variables: d.variables.flatMap((v, i) =>
      elements(i).map((reference, k) =>
        scalar(v, k, reference, v.derivative && (references.get(v.derivative) ?? 0) + k),
      ),
    ),
    outputs: unknowns(d.outputs),
    continuousStateDerivatives: unknowns(d.continuousStateDerivatives),
    initialUnknowns: unknowns(d.initialUnknowns),
    eventIndicators: unknowns(d.eventIndicators),
    numberOfEventIndicators: unknowns(d.eventIndicators).length || undefined,
  };
}

function scalar(
  v: Variable,
  element: number,
  valueReference: number,
  derivative: number | undefined,
): Variable {
  const start = v.start?.[v.start.length === 1 ? 0 : element];
  return {
    ...v,
    name: v.name + indexText(v, element),
    valueReference,
    causality: v.causality === 'structuralParameter' ? 'parameter' : v.causality,
    start: start === undefined ? undefined : [start],
    derivative,
    dimensions: [],
  };
}

function rejectUnsupportedTypes(d: ModelDescription): void {
  const unsupported = d.variables.filter((v) => fmi2Type(v.type) === undefined);
  if (unsupported.length === 0) return;
  const names = unsupported.map((v) => `${v.name} (${v.type})`).join(', ');
  throw new UserError(
    `build ${d.modelName} for FMI 2.0: FMI 2.0 does not have a type for ${names}. Build it for FMI 3.0, or change them to Float64 or Int32.`,
  );
}
