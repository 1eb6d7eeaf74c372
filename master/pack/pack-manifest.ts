import type { EnumerationType, Manifest, ManifestVariable } from '../../fmu-sdk/build/manifest/manifest.ts';
import { enumerationItems, type ModelDescription } from '../../fmu-sdk/description/description.ts';
import type { Instance } from '../../fmu-sdk/host/instance/instance.ts';
import type { CheckedSystem, Port } from '../system/system.ts';
import { totalOf } from './energy-totals.ts';
import { type PackVariable, portOf } from './pack-interface.ts';

/**
 * Returns the manifest of a pack. Start values are the values in the units.
 *
 * @param name of the pack, in the form of a unit's name
 * @param thirdParty FMUs of other tools in the pack, which its description lists
 */
export function packManifest(
  name: string,
  system: CheckedSystem,
  exposed: readonly PackVariable[],
  instances: readonly Instance[],
  thirdParty: readonly ModelDescription[] = [],
): Manifest {
  const enumerations = new Map<string, EnumerationType>();
  const { startTime, stopTime, step: stepSize } = system;
  const totals = new Set(exposed.map(({ total }) => total));
  const variables = exposed.map((one) => {
    const { name: variableName, causality, description, unitOfMeasure } = one;
    const own = { name: variableName, causality, description, unit: unitOfMeasure };
    const port = portOf(one);
    if (port === undefined) return { ...ofBonds(one, system), ...defined(own) };
    const inner = innerVariable(one, port, system, instances[port.unit], enumerations);
    // An energy counts once in the balance of an outer system.
    if (inner.energy !== undefined && totals.has(totalOf(inner.energy))) delete inner.energy;
    return { ...inner, ...defined(own) };
  });
  const terminals = system.interface?.terminals;
  return {
    name,
    version: '1.0.0',
    description: [`Assembly ${name}`, ...contentsOf(thirdParty)].join('. '),
    defaultExperiment: { startTime, stopTime, stepSize },
    variables,
    ...(enumerations.size > 0 && { enumerations: Object.fromEntries(enumerations) }),
    ...(terminals !== undefined && { terminals }),
  };
}

/** Returns a sentence on the FMUs of other tools in a pack: names, versions and rights. */
function contentsOf(thirdParty: readonly ModelDescription[]): string[] {
  const texts = thirdParty.map(({ modelName, version, author, copyright, license }) => {
    const rights = [author, copyright, license].filter((text) => text !== undefined && text !== '');
    const named = version === undefined ? modelName : `${modelName} ${version}`;
    return rights.length === 0 ? named : `${named} (${rights.join(', ')})`;
  });
  const unique = [...new Set(texts)];
  return unique.length === 0 ? [] : [`Contains third-party FMUs: ${unique.join('; ')}`];
}

/** Describes a residual of a bond, or a sum of energies. */
function ofBonds(
  { name, bond = 0, quantity = 0, total }: PackVariable,
  { bonds }: CheckedSystem,
): ManifestVariable {
  if (total !== undefined) return { name, type: 'Float64', causality: 'output', unit: 'J', energy: total };
  const { unit } = bonds[bond];
  const power = unit === 'J' ? 'W' : `(${unit})/s`;
  return { name, type: 'Float64', causality: 'output', unit: quantity === 0 ? power : unit };
}

function innerVariable(
  { name, causality }: PackVariable,
  { unit: k, variable }: Port,
  { units }: CheckedSystem,
  instance: Instance,
  enumerations: Map<string, EnumerationType>,
): ManifestVariable {
  const { type, unit, displayUnit, quantity, min, max, nominal, energy, dimensions } = variable;
  const items = type === 'Enumeration' ? enumerationItems(units[k].description, variable) : [];
  const wide = /^U?Int64$/.test(type);
  const bound = (text: string | undefined): number | string | undefined =>
    text === undefined || wide ? text : Number(text);
  return {
    name,
    type,
    causality,
    ...defined({
      variability:
        /fixed|tunable/.test(variable.variability) && causality === 'output'
          ? undefined
          : variable.variability,
      enumeration:
        items.length === 0 ? undefined : typeName(variable.declaredType ?? 'Type', items, enumerations),
      ...{ unit, displayUnit, quantity, energy, min: bound(min), max: bound(max) },
      nominal: nominal === undefined ? undefined : Number(nominal),
      start: startOf({ unit: k, variable }, instance),
      dimensions: dimensions.length === 0 ? undefined : dimensionsOf(variable.dimensions),
      description: variable.description,
    }),
  };
}

/** Sizes of a sealed FMU never change, and a dimension has its number. */
function dimensionsOf(dimensions: Port['variable']['dimensions']): number[] {
  return dimensions.map((dimension) => Number(dimension));
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
function startOf({ variable }: Port, instance: Instance): ManifestVariable['start'] {
  const { view, offset, length } = instance.view(variable);
  const values = Array.from({ length }, (_, i) => {
    const value = view[offset + i];
    if (variable.type === 'Boolean') return Number(value) !== 0;
    return typeof value === 'bigint' ? String(value) : value;
  });
  return variable.dimensions.length === 0 ? values[0] : values;
}

function defined<T extends object>(value: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as ReturnType<
    typeof defined<T>
  >;
}
