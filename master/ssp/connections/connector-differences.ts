import type { FmiType, ModelDescription, Variable } from '../../../fmu-sdk/description/description.ts';
import { isSameUnitOfMeasure } from '../../../fmu-sdk/description/si-units.ts';
import { isFloatType, isInteger } from '../../../fmu-sdk/description/values/float-types.ts';
import type { Connector, ConnectorKind } from '../ssd/system-structure.ts';

/**
 * Returns differences between a component's connector and its variable, which takes precedence:
 * `kind input (output in the FMU)`.
 */
export function differences(connector: Connector, variable: Variable, of: ModelDescription): string[] {
  const { kind, type, unit, dimensions } = connector;
  const variableUnit = of.unitsOfMeasure.find(({ name }) => name === variable.unit);
  const sized = dimensions.length > 0 && variable.dimensionReferences === undefined;
  const rows: [what: string, said: unknown, is: unknown, same: boolean][] = [
    ['kind', kind, variable.causality, isOfKind(kind, variable)],
    ['type', type, variable.type, type === undefined || isSameFamily(type, variable.type)],
    [
      'unit',
      unit?.name,
      variableUnit?.name,
      unit === undefined || variableUnit === undefined || isSameUnitOfMeasure(unit, variableUnit),
    ],
    [
      'size',
      dimensions.join('×'),
      variable.dimensions.join('×') || 'a scalar',
      !sized || dimensions.join() === variable.dimensions.join(),
    ],
  ];
  return rows.flatMap(([what, connectorValue, is, same]) =>
    same ? [] : [`${what} ${connectorValue} (${is} in the FMU)`],
  );
}

/**
 * Compares a connector's kind with a variable. FMI lacks "unspecified". SSP lacks independent
 * variables, and SSP 1.0 also structural parameters.
 */
function isOfKind(kind: ConnectorKind, { causality, variability }: Variable): boolean {
  if (kind === 'unspecified' || causality === 'independent' || kind === causality) return true;
  if (kind === 'constant') return variability === 'constant';
  if (kind === 'inout') return causality === 'input' || causality === 'output';
  return kind === 'parameter' && causality === 'structuralParameter';
}

/**
 * Compares types. SSP 1.0 has one type for all floats and one for all integers, and some tools
 * treat enumerations as integers.
 */
function isSameFamily(a: FmiType, b: FmiType): boolean {
  return familyOf(a) === familyOf(b);
}

function familyOf(type: FmiType): string {
  if (isFloatType(type)) return 'float';
  return isInteger(type) || type === 'Enumeration' ? 'integer' : type;
}
