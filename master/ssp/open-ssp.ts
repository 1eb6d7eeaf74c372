import { basename } from 'node:path';
import { notesOnExperiment } from '../../fmu-sdk/description/default-experiment.ts';
import type { FmuFiles } from '../../fmu-sdk/host/open-fmu.ts';
import { FreeNames } from '../../fmu-sdk/util/free-names.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import type { ConnectionFile, ParameterValue, SystemFile } from '../system/system.ts';
import { systemNameOf } from '../system/system-name.ts';
import { ChainCounter, chainsInto, changeOver, measured } from './connections/connection-chain.ts';
import { connectionProperties } from './connections/connection-properties.ts';
import { outerConnectors } from './connections/outer-connectors.ts';
import { type Leaf, type Network, networkOf } from './connections/ssp-network.ts';
import { experimentOf } from './default-experiment.ts';
import { loadStructure } from './load-ssp.ts';
import { parameterValues, type Values } from './parameters/parameter-bindings.ts';
import { type Extension, extensionType, readExtension } from './ssp-annotation.ts';
import type { SspOptions } from './ssp-options.ts';
import { makeTempFolder, pathOf, removeTempFolder } from './ssp-package.ts';

/** System of an `.ssp` or `.ssd` file, with resources to dispose of after its runs. */
export interface OpenedSsp {
  system: SystemFile;
  /** Archives of its FMUs, by path. */
  unitFiles: FmuFiles;
  /** Notes for the user on its files, as sentences without a full stop. */
  notes: readonly string[];
  dispose(): void;
}

/**
 * Reads `.ssp` or `.ssd` of SSP 1.0 and 2.0 as a system. Components of nested systems become units
 * `outer.inner`. Connections through connectors of systems are merged, with their conversions and
 * transformations.
 */
export async function openSsp(file: string, options: SspOptions = {}): Promise<OpenedSsp> {
  const scratch = makeTempFolder();
  const dispose = (): void => {
    removeTempFolder(scratch);
    process.off('exit', dispose);
  };
  // Removes temporary files at any end of the process.
  process.once('exit', dispose);
  try {
    const unitFiles: FmuFiles = new Map();
    const { system, notes } = await systemOf(file, scratch, options, unitFiles);
    return { system, notes, unitFiles, dispose };
  } catch (error) {
    dispose();
    throw error;
  }
}

async function systemOf(
  file: string,
  scratch: string,
  options: SspOptions,
  unitFiles: FmuFiles,
): Promise<Pick<OpenedSsp, 'system' | 'notes'>> {
  const { structure, system: root, inside, notes } = await loadStructure(file, scratch, unitFiles);
  const network = networkOf(root);
  if (network.leaves.length === 0)
    throw new UserError(`open ${file}: the system is empty. Add a component to run.`);
  const names = unitNames(network.leaves);
  const { values, notes: ofParameters } = parameterValues(root, network);
  const extension = readExtension(structure.extension, file);
  const units = new Map<string, SystemFile['units'][string]>();
  const { units: driven = {} } = extension;
  for (const leaf of network.leaves) {
    const { component } = leaf;
    const name = names.get(leaf) as string;
    units.set(name, {
      fmu: component.fmu,
      interface: component.kind,
      ...(Object.hasOwn(driven, name) && driven[name]),
      ...sections(leaf, values.get(component) as Values),
    });
  }
  const { inputs, bonds, interfaceModels, lines, joints, record, limits, requireSignature } = extension;
  const ofConnections = new Set<string>();
  const note = (words: string): void => void ofConnections.add(words);
  const system: SystemFile = {
    name: systemName(structure.name, file),
    units: Object.fromEntries(units),
    connections: [
      ...connectionsOf(network, names, note).map((c) => ({ ...c, ...annotatedProperties(extension, c) })),
      ...(extension.terminals ?? []),
    ],
    ...experimentOf(structure, network.leaves, options, extension),
    inputs:
      inputs === undefined
        ? undefined
        : pathOf({ ...inside, root: inside.folder }, inputs, `${file}: annotation ${extensionType}`),
    ...outerConnectors(root, network, names, note),
    bonds,
    interfaceModels,
    lines,
    joints,
    record,
    limits,
    requireSignature,
  };
  const ofExperiment = notesOnExperiment({ defaultExperiment: structure });
  return {
    system,
    notes: [
      ...notes,
      ...ofExperiment.map((words) => `${file} ${words}`),
      ...ofConnections,
      ...ofParameters.map((words) => `${file}: ${words}`),
    ],
  };
}

/** Returns the properties of a connection in the annotation. */
function annotatedProperties(
  { orders = {}, connections }: Extension,
  { to, toIndex }: ConnectionFile,
): Pick<ConnectionFile, 'order' | 'extrapolation'> {
  // Packages of fmukit 0.1 have an order for each input.
  if (connections === undefined) return Object.hasOwn(orders, to) ? { order: orders[to] } : {};
  const { order, extrapolation } =
    connections.find((connection) => connection.to === to && `${connection.toIndex}` === `${toIndex}`) ?? {};
  return { ...(order !== undefined && { order }), ...(extrapolation !== undefined && { extrapolation }) };
}

/** Returns a name for each unit: its path, with invalid characters replaced. */
function unitNames(leaves: readonly Leaf[]): Map<Leaf, string> {
  const freeNames = new FreeNames();
  return new Map(
    leaves.map((leaf) => {
      const base = leaf.path
        .join('.')
        .replace(/[^A-Za-z0-9_.-]/g, '_')
        .replace(/^(?=\d*$|[.-])/, '_');
      return [leaf, freeNames.take(base, (n) => `${base}_${n}`)];
    }),
  );
}

/**
 * Returns the name of a system. A package has its file's name, because many descriptions are called
 * `root`.
 */
function systemName(name: string, file: string): string {
  const known = /\.ssp$/i.test(file) ? basename(file).slice(0, -'.ssp'.length) : name;
  return systemNameOf(known);
}

/** Splits values into parameters and start values of other variables. */
function sections(
  leaf: Leaf,
  values: Values,
): { parameters?: Record<string, ParameterValue>; start?: Record<string, ParameterValue> } {
  const parameters = new Map<string, ParameterValue>();
  const start = new Map<string, ParameterValue>();
  if (values.size === 0) return {};
  for (const variable of leaf.component.description.variables) {
    const value = values.get(variable.name);
    if (value === undefined) continue;
    if (/^(p|structuralP)arameter$/.test(variable.causality)) parameters.set(variable.name, value);
    else start.set(variable.name, value);
  }
  return {
    ...(parameters.size > 0 && { parameters: Object.fromEntries(parameters) }),
    ...(start.size > 0 && { start: Object.fromEntries(start) }),
  };
}

function connectionsOf(
  network: Network,
  names: ReadonlyMap<Leaf, string>,
  note: (words: string) => void,
): ConnectionFile[] {
  const connections: ConnectionFile[] = [];
  const ways = new ChainCounter();
  for (const [node] of network.into) {
    if (node.leaf === undefined || node.variable === undefined) continue;
    for (const { edges, fromIndex, toIndex } of chainsInto(network, node, ways)) {
      const { from } = edges[0];
      const port = ({ leaf, variable }: typeof node): string =>
        `${names.get(leaf as Leaf)}.${variable?.name}`;
      connections.push({
        from: port(from),
        to: port(node),
        ...(fromIndex !== undefined && { fromIndex }),
        ...(toIndex !== undefined && { toIndex }),
        ...connectionProperties(
          changeOver(edges, measured(from), note),
          from,
          node,
          edges.at(-1)?.connection.place,
        ),
      });
    }
  }
  return connections;
}
