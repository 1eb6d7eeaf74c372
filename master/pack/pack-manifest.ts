import type { EnumerationType, Manifest, ManifestVariable } from '../../fmu-sdk/build/manifest/manifest.ts';
import { enumerationItems } from '../../fmu-sdk/description/description.ts';
import type { Instance } from '../../fmu-sdk/host/instance/instance.ts';
import type { CheckedSystem } from '../system/system.ts';
import type { ExposedVariable } from './pack-interface.ts';

/**
 * Returns the manifest of a pack. Start values are the values in the units.
 *
 * @param name of the pack, in the form of a unit's name
 */
export function packManifest(
  name: string,
  system: CheckedSystem,
  exposed: readonly ExposedVariable[],
  instances: readonly Instance[],
): Manifest {
  const enumerations = new Map<string, EnumerationType>();
  const variables = exposed.map((port): ManifestVariable => {
    const { description } = system.units[port.unit];
    const { variable } = port;
    const items = variable.type === 'Enumeration' ? enumerationItems(description, variable) : [];
    const enumeration = items.length === 0 ? undefined : typeName(variable.declaredType ?? 'Type', items, enumerations);
    const { unitOfMeasure: unit, displayUnit, quantity, min, max, nominal, energy, dimensions } = variable;
    const wide = /^U?Int64$/.test(variable.type);
    const bound = (text: string | undefined): number | string | undefined =>
      text === undefined || wide ? text : Number(text);
    return defined({
      name: port.name,
      type: variable.type,
      causality: port.causality,
      variability: variable.variability,
      enumeration,
      unit,
      displayUnit,
      quantity,
      start: startOf(port, instances[port.unit]),
      min: bound(min),
      max: bound(max),
      nominal: nominal === undefined ? undefined : Number(nominal),
      dimensions: dimensions.length === 0 ? undefined : dimensions.map(Number),
      description: port.description ?? variable.description,
      energy,
    });
  });
  const { startTime, stopTime, step: stepSize } = system;
  return {
    name,
    version: '1.0.0',
    description: `Packed system ${name}`,
    defaultExperiment: { startTime, stopTime, stepSize },
    ...(enumerations.size > 0 && { enumerations: Object.fromEntries(enumerations) }),
    variables,
  };
}

/** Returns the name of an enumeration with these items. Other items get another name. */
function typeName(
  wanted: string,
  items: EnumerationType['items'],
  enumerations: Map<string, EnumerationType>,
): string {
  for (let i = 1; ; i++) {
    const name = i === 1 ? wanted : `${wanted}${i}`;
    const known = enumerations.get(name);
    if (known === undefined) enumerations.set(name, { items });
    if (known === undefined || JSON.stringify(known.items) === JSON.stringify(items)) return name;
  }
}

/** Returns the values of a variable in its unit as start values. */
function startOf({ variable }: ExposedVariable, instance: Instance): ManifestVariable['start'] {
  const { view, offset, length } = instance.view(variable);
  const values = Array.from({ length }, (_, i) => {
    const value = view[offset + i];
    if (variable.type === 'Boolean') return Number(value) !== 0;
    return typeof value === 'bigint' ? String(value) : value;
  });
  return variable.dimensions.length === 0 ? values[0] : values;
}

function defined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as T;
}
