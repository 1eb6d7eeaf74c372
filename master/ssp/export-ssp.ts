import { basename, dirname, resolve } from 'node:path';
import { defaultLimits } from '../../fmu-sdk/archive/archive.ts';
import { zip } from '../../fmu-sdk/archive/write-zip.ts';
import {
  type ModelDescription,
  type UnitOfMeasure,
  type Variable,
  variablesByName,
} from '../../fmu-sdk/description/description.ts';
import { number } from '../../fmu-sdk/description/tables/attribute-codec.ts';
import { splitElement } from '../../fmu-sdk/description/tables/element-index.ts';
import type { InterfaceKind } from '../../fmu-sdk/host/instance/fmi-api.ts';
import { type FmuFiles, readFmuFile } from '../../fmu-sdk/host/open-fmu.ts';
import { FreeNames } from '../../fmu-sdk/util/free-names.ts';
import { readRegularFile } from '../../fmu-sdk/util/regular-file.ts';
import { messageOf, UserError } from '../../fmu-sdk/util/user-error.ts';
import { withWholeArrays } from '../system/element-values.ts';
import { splitUnitName } from '../system/find-variable.ts';
import type {
  ConnectionFile,
  ConnectorFile,
  ExpandedSystem,
  ParameterValue,
  ScalarValue,
  SystemFile,
} from '../system/system.ts';
import { expandTerminals } from '../system/terminals/expand-terminals.ts';
import { isTerminals } from '../system/terminals/is-terminals.ts';
import { type ExportedUnits, exportedConnectors, variableFinder } from './export-connectors.ts';
import { nameOfType1 } from './ssd/ssp-types.ts';
import type {
  Connector,
  Parameter,
  SspComponent,
  SspConnection,
  SspSystem,
  SystemStructure,
  Transformation,
} from './ssd/system-structure.ts';
import { writeSystemStructure } from './ssd/write-ssd.ts';
import type { Extension } from './ssp-annotation.ts';

/** Path in the package of the CSV file that drives inputs. */
const inputsPath = 'resources/inputs.csv';

/**
 * Exports a system with its FMUs as `.ssp`, in SSP 1.0 if possible, otherwise 2.0. Content that SSP
 * does not support (algorithm, bonds, interface models, recording) is stored in an annotation,
 * which `openSsp` reads. A connection of terminals becomes connections of their variables, and the
 * annotation has it too. Paths of the system start at `file`. `unitFiles` holds archives that were
 * already read.
 */
export async function exportSsp(
  written: SystemFile,
  file: string,
  unitFiles: FmuFiles = new Map(),
): Promise<Uint8Array> {
  const system = await withoutElementNames(written, file, unitFiles);
  const files = new Map<string, string>();
  const freeNames = new FreeNames();
  const components: SspComponent[] = [];
  const units = new Map<string, UnitOfMeasure>();
  const descriptions = new Map<string, ModelDescription>();
  for (const [name, unit] of Object.entries(system.units)) {
    const path = resolve(dirname(file), unit.fmu);
    const { description } = await readFmuFile(path, unitFiles);
    descriptions.set(name, description);
    for (const definition of description.unitsOfMeasure)
      if (definition.base !== undefined) units.set(definition.name, definition);
    components.push(
      componentOf(name, `resources/${resourceName(path, files, freeNames)}`, description, unit),
    );
  }
  const endOf = endsIn(Object.keys(system.units));
  const variableOf = variableFinder(descriptions, endOf);
  const outside = exportedConnectors(system, { variableOf, endOf, unitsOfMeasure: units }, transformationOf);
  const used = unitsOf([...components, outside], units);
  const structure: SystemStructure = {
    version: isExpressible1(components, outside, system.connections ?? []) ? '1.0' : '2.0',
    name: system.name,
    description: system.description,
    system: {
      name: system.name,
      connectors: outside.connectors,
      bindings: [],
      elements: components,
      connections: [...(system.connections ?? []).map((c) => connectionOf(c, endOf)), ...outside.connections],
    },
    units: used,
    startTime: system.startTime ?? 0,
    stopTime: system.stopTime,
    extension: JSON.stringify({
      ...extensionOf(system),
      bonds: written.bonds,
      terminals: written.connections?.filter(isTerminals),
    } satisfies Extension),
  };
  const content = new Map<string, string | Uint8Array>([
    ['SystemStructure.ssd', writeSystemStructure(structure)],
  ]);
  for (const [path, name] of files) {
    const { archive } = await readFmuFile(path, unitFiles);
    content.set(`resources/${name}`, archive.content.zip);
  }
  if (system.inputs !== undefined) content.set(inputsPath, bytesOf(resolve(dirname(file), system.inputs)));
  return zip(content);
}

/**
 * Returns the system with element names such as `a.U[2]` replaced by what SSP has for them, and
 * without connections of terminals.
 */
async function withoutElementNames(
  written: SystemFile,
  file: string,
  unitFiles: FmuFiles,
): Promise<ExpandedSystem> {
  const units: SystemFile['units'] = {};
  const names = new Map<string, ReadonlyMap<string, Variable>>();
  const described: { name: string; description: ModelDescription }[] = [];
  for (const [name, unit] of Object.entries(written.units)) {
    const { description } = await readFmuFile(resolve(dirname(file), unit.fmu), unitFiles);
    described.push({ name, description });
    names.set(name, variablesByName(description));
    units[name] = withWholeArrays(description, unit, (_section, key, what) => {
      throw new UserError(`export ${file}: ${name}.${key}: ${what}`);
    });
  }
  const { system } = expandTerminals(written, described, (_path, what) => {
    throw new UserError(`export ${file}: ${what}`);
  });
  const connections = system.connections?.map((connection) => withIndexes(connection, names));
  const connectors =
    system.connectors &&
    Object.fromEntries(
      Object.entries(system.connectors).map(([key, of]) => [key, withConnectorIndexes(of, names)]),
    );
  return { ...system, units, ...(connections && { connections }), ...(connectors && { connectors }) };
}

/** Returns a connector with `fromIndex` and `toIndex` in place of element names. */
function withConnectorIndexes(
  connector: ConnectorFile,
  units: ReadonlyMap<string, ReadonlyMap<string, Variable>>,
): ConnectorFile {
  const { to, from } = connector;
  const source = from === undefined ? undefined : splitPort(from, units);
  return {
    ...connector,
    ...(source && { from: source.port, fromIndex: source.index }),
    ...(to && {
      to: to.map((feed) => {
        const parts = splitPort(feed.to, units);
        return { ...feed, ...(parts && { to: parts.port, toIndex: parts.index }) };
      }),
    }),
  };
}

/** Splits `a.U[2]` into the port and the index. Undefined for a port without one. */
function splitPort(
  text: string,
  units: ReadonlyMap<string, ReadonlyMap<string, Variable>>,
): { port: string; index: number[] } | undefined {
  const [unit, name] = splitUnitName(text, units);
  const parts = splitElement(units.get(unit) ?? new Map(), name);
  return parts && { port: `${unit}.${parts.base}`, index: parts.index };
}

/** Returns a connection with `fromIndex` and `toIndex` in place of element names. */
function withIndexes(
  connection: ConnectionFile,
  units: ReadonlyMap<string, ReadonlyMap<string, Variable>>,
): ConnectionFile {
  const [from, to] = [splitPort(connection.from, units), splitPort(connection.to, units)];
  return {
    ...connection,
    ...(from && { from: from.port, fromIndex: from.index }),
    ...(to && { to: to.port, toIndex: to.index }),
  };
}

function bytesOf(path: string): Uint8Array {
  try {
    return readRegularFile(path, defaultLimits.archiveBytes);
  } catch (error) {
    throw new UserError(`export ${path}: ${messageOf(error)}. Name an existing readable file.`);
  }
}

/** Returns the name of an FMU in the package, with a number if two have the same name. */
function resourceName(path: string, files: Map<string, string>, freeNames: FreeNames): string {
  const known = files.get(path);
  if (known !== undefined) return known;
  const stem = basename(path)
    .replace(/\.fmu$/i, '')
    .replace(/[^A-Za-z0-9_.-]/g, '_');
  const name = freeNames.take(`${stem}.fmu`, (n) => `${stem}_${n}.fmu`);
  files.set(path, name);
  return name;
}

const implementations: Record<InterfaceKind, SspComponent['implementation']> = {
  coSimulation: 'CoSimulation',
  modelExchange: 'ModelExchange',
  scheduledExecution: 'ScheduledExecution',
};

function componentOf(
  name: string,
  source: string,
  description: ModelDescription,
  unit: SystemFile['units'][string],
): SspComponent {
  const connectorVariables = description.variables.filter(
    ({ causality, type }) => /^(in|out)put$/.test(causality) && type !== 'Clock',
  );
  const unitValues = { ...unit.parameters, ...unit.start };
  const parameters = description.variables.flatMap((v) =>
    Object.hasOwn(unitValues, v.name) ? parameterOf(v, unitValues[v.name], description) : [],
  );
  return {
    name,
    type: 'application/x-fmu-sharedlibrary',
    source,
    implementation: unit.interface === undefined ? 'any' : implementations[unit.interface],
    connectors: connectorVariables.map((v) => connectorOf(v, description)),
    bindings:
      parameters.length === 0 ? [] : [{ prefix: '', values: { name: `${name} parameters`, parameters } }],
  };
}

function connectorOf(v: Variable, { unitsOfMeasure: units }: ModelDescription): Connector {
  const unit = units.find(({ name, base }) => name === v.unit && base !== undefined);
  return {
    name: v.name,
    kind: v.causality as Connector['kind'],
    // The component already defines the enumeration.
    ...(v.type !== 'Enumeration' && { type: v.type }),
    ...(unit !== undefined && { unit }),
    dimensions: v.dimensions,
  };
}

function parameterOf(
  v: Variable,
  value: ParameterValue,
  { unitsOfMeasure: units }: ModelDescription,
): Parameter {
  const unit = units.find(({ name, base }) => name === v.unit && base !== undefined);
  const values = (Array.isArray(value) ? value : [value]).map((scalar, i) => {
    if (scalar !== null) return wordOf(scalar);
    throw new UserError(
      `export ${v.name}: expected a value for each element, but element ${i + 1} does not have one. Set all elements.`,
    );
  });
  // Structural parameters may have changed the size.
  const shaped = v.dimensions.length > 1 && v.dimensions.reduce((a, b) => a * b) === values.length;
  return {
    name: v.name,
    type: v.type,
    values,
    ...(shaped && { sizes: v.dimensions }),
    ...(unit !== undefined && { unit }),
  };
}

function wordOf(value: ScalarValue): string {
  return typeof value === 'number' ? number.write(value) : String(value);
}

function unitsOf(
  components: readonly Pick<SspComponent, 'connectors'>[],
  all: ReadonlyMap<string, UnitOfMeasure>,
): UnitOfMeasure[] {
  const names = new Set(
    components.flatMap(({ connectors }) => connectors.flatMap(({ unit }) => unit?.name ?? [])),
  );
  return [...all.values()].filter(({ name }) => names.has(name)).map(({ name, base }) => ({ name, base }));
}

function isExpressible1(
  components: readonly SspComponent[],
  outside: Pick<SspSystem, 'connectors' | 'connections'>,
  connections: readonly ConnectionFile[],
): boolean {
  const typed = components.flatMap(({ connectors, bindings }) => [
    ...connectors,
    ...bindings.flatMap(({ values }) => ('parameters' in values ? values.parameters : [])),
  ]);
  typed.push(...outside.connectors);
  return (
    typed.every((of) => of.type === undefined || nameOfType1(of.type) !== undefined) &&
    typed.every((of) => ('dimensions' in of ? of.dimensions.length === 0 : of.values.length === 1)) &&
    connections.every(({ fromIndex, toIndex }) => fromIndex === undefined && toIndex === undefined) &&
    outside.connections.every(({ start, end }) => start.indices === undefined && end.indices === undefined)
  );
}

/** Returns a function from a port `unit.variable` to an end of a connection. */
function endsIn(names: readonly string[]): ExportedUnits['endOf'] {
  return (text, indices) => {
    const element = names
      .filter((name) => text.startsWith(`${name}.`))
      .reduce((a, b) => (b.length > a.length ? b : a), '');
    return { element, connector: text.slice(element.length + 1), indices };
  };
}

function connectionOf(c: ConnectionFile, endOf: ExportedUnits['endOf']): SspConnection {
  return {
    start: endOf(c.from, c.fromIndex),
    end: endOf(c.to, c.toIndex),
    suppressUnitConversion: c.convertUnits === false,
    transformation: transformationOf(c),
    place: '',
  };
}

function transformationOf({ factor = 1, offset = 0, map }: ConnectionFile): Transformation | undefined {
  if (map === undefined) return factor === 1 && offset === 0 ? undefined : { kind: 'linear', factor, offset };
  const sample = map[0][0];
  const of =
    typeof sample === 'boolean'
      ? 'Boolean'
      : /^(number|bigint)$/.test(typeof sample)
        ? 'Integer'
        : 'Enumeration';
  return { kind: 'map', of, entries: map.map(([a, b]) => [String(a), String(b)]) };
}

function extensionOf({
  algorithm,
  bonds,
  interfaceModels,
  lines,
  joints,
  record,
  limits,
  requireSignature,
  ...system
}: ExpandedSystem): Extension {
  const units = Object.fromEntries(
    Object.entries(system.units).flatMap(
      ([name, { solver, tolerance, step, priority, requireSignature: by }]) =>
        [solver, tolerance, step, priority, by].every((candidate) => candidate === undefined)
          ? []
          : [[name, { solver, tolerance, step, priority, requireSignature: by }]],
    ),
  );
  const connections = (system.connections ?? []).flatMap((c) => {
    const ways = waysOf(c);
    return Object.keys(ways).length === 0 ? [] : [{ to: c.to, toIndex: c.toIndex, ...ways }];
  });
  const inputs = system.inputs === undefined ? undefined : inputsPath;
  return {
    algorithm,
    bonds,
    interfaceModels,
    lines,
    joints,
    record,
    limits,
    requireSignature,
    inputs,
    units,
    connections,
  };
}

/** Returns the extrapolation of a connection, which SSP does not support. */
function waysOf({ order, extrapolation }: ConnectionFile): Pick<ConnectionFile, 'order' | 'extrapolation'> {
  return { ...(order !== undefined && { order }), ...(extrapolation !== undefined && { extrapolation }) };
}
