import { existsSync } from 'node:fs';
import type { Archive } from '../../fmu-sdk/archive/archive.ts';
import { type ModelDescription, variablesByName } from '../../fmu-sdk/description/description.ts';
import { splitElement } from '../../fmu-sdk/description/tables/element-index.ts';
import { textOfXml } from '../../fmu-sdk/description/xml-text.ts';
import type { InterfaceKind } from '../../fmu-sdk/host/instance/fmi-api.ts';
import { type FmuFiles, readFmuFile } from '../../fmu-sdk/host/open-fmu.ts';
import { printableName, someNames } from '../../fmu-sdk/util/printable.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import { differences } from './connections/connector-differences.ts';
import { readMappingFile, readParameterFile } from './parameters/parameter-files.ts';
import { readSystemStructure } from './ssd/read-ssd.ts';
import {
  type Connector,
  isSource,
  isSystem,
  type MappingEntry,
  type ParameterBinding,
  type ParameterSet,
  type Source,
  type SspComponent,
  type SspConnection,
  type SspSystem,
  type SystemStructure,
} from './ssd/system-structure.ts';
import {
  allowance,
  contentOf,
  openPackage,
  type Package,
  pathOf,
  readXmlFile,
  type UnpackContext,
} from './ssp-package.ts';
import { bracketNote } from './ssp-units.ts';

/** System with everything that its description references. */
export interface LoadedSystem {
  name: string;
  connectors: Connector[];
  bindings: LoadedBinding[];
  elements: (LoadedComponent | LoadedSystem)[];
  connections: SspConnection[];
}

export interface LoadedComponent {
  name: string;
  connectors: Connector[];
  bindings: LoadedBinding[];
  /** Path of the FMU. */
  fmu: string;
  kind: InterfaceKind | undefined;
  description: ModelDescription;
}

export interface LoadedBinding {
  prefix: string;
  values: ParameterSet;
  mapping?: MappingEntry[];
}

export function isComponent(element: LoadedComponent | LoadedSystem): element is LoadedComponent {
  return 'fmu' in element;
}

/** Limit of nested systems in files that reference each other. */
const deepest = 20;

/**
 * Limit of elements, connectors, connections and parameters of a system and its references. Since
 * files may be referenced repeatedly, a few kilobytes could describe an endless system.
 */
const mostParts = 500_000;

/** Description that was read, and its location. */
interface LocatedDescription {
  inside: Package;
  structure: SystemStructure;
}

/**
 * Reads a description with its parameter files, FMUs and nested systems. Packages are unpacked into
 * `scratch`, and archives are added to `unitFiles`. `notes` are notes on its files.
 */
export async function loadStructure(
  file: string,
  scratch: string,
  unitFiles: FmuFiles,
): Promise<{ structure: SystemStructure; system: LoadedSystem; inside: Package; notes: readonly string[] }> {
  const loader = new Loader(scratch, unitFiles);
  const { inside, structure } = await loader.described(file);
  const system = await loader.system(structure.system, inside, structure, 0);
  return { structure, system, inside, notes: [...loader.notes, ...loader.notesOnConnectors(file)] };
}

class Loader {
  readonly notes: string[] = [];
  /** Unconnected connectors of components without a variable in their FMU. */
  private readonly unknownConnectors: string[] = [];
  /** Differences between connectors of components and their FMUs. */
  private readonly others: string[] = [];
  private readonly packages: UnpackContext;
  private readonly descriptions = new Map<string, LocatedDescription>();
  private readonly parameterSets = new Map<string, ParameterSet>();
  private readonly mappings = new Map<string, MappingEntry[]>();
  private parts = 0;

  constructor(
    scratch: string,
    private readonly unitFiles: FmuFiles,
  ) {
    this.packages = { scratch, remaining: allowance(), unpacked: new Map() };
  }

  notesOnConnectors(file: string): string[] {
    const { length } = this.unknownConnectors;
    const [have, are] =
      length === 1
        ? ['connector', 'does not match a variable of its FMU']
        : ['connectors', 'do not match variables of their FMUs'];
    const notes = [
      [this.unknownConnectors, `${length} ${have} of components ${are}, so ignored`],
      [this.others, 'connectors of components differ from their FMUs, which take precedence'],
    ] as const;
    return notes.flatMap(([names, words]) =>
      names.length === 0 ? [] : [`${file}: ${words}: ${someNames(names, 3)}`],
    );
  }

  /**
   * Returns the description in a file, which is read only once. `called` is its name for the user.
   */
  async described(file: string, variant?: string, called: string = file): Promise<LocatedDescription> {
    const key = JSON.stringify([file, variant]);
    const known = this.descriptions.get(key);
    if (known !== undefined) return known;
    const inside = await openPackage(file, this.packages, variant, called);
    this.notes.push(...inside.notes.map((words) => `${called}: ${words}`));
    const xml = this.text(readXmlFile(inside.file, inside.label), inside.label);
    const read = { inside, structure: readSystemStructure(xml, inside.label, this.noteOf(inside.label)) };
    this.descriptions.set(key, read);
    return read;
  }

  private text(bytes: Uint8Array, file: string): string {
    const text = textOfXml(bytes, file, (words) => this.notes.push(`${file} ${words}; SSP asks for UTF-8`));
    const brackets = bracketNote(text);
    if (brackets !== undefined) this.notes.push(`${file} ${brackets}`);
    return text;
  }

  private noteOf(file: string): (words: string) => void {
    return (words) => this.notes.push(`${file} ${words}`);
  }

  private count(parts: number, place: string): void {
    this.parts += parts;
    if (this.parts > mostParts)
      throw new UserError(
        `read ${place}: the system with all its references has more than ${mostParts} elements, connectors, ` +
          'connections and parameters. Use fewer, or split the system.',
      );
  }

  async system(
    of: SspSystem,
    inside: Package,
    structure: SystemStructure,
    depth: number,
  ): Promise<LoadedSystem> {
    if (depth > deepest)
      throw new UserError(`read ${inside.label}: expected at most ${deepest} nested systems.`);
    this.count(1 + of.connectors.length + of.connections.length, inside.label);
    const elements: LoadedSystem['elements'] = [];
    for (const element of of.elements)
      elements.push(
        isSystem(element)
          ? await this.system(element, inside, structure, depth + 1)
          : await this.component(element, inside, structure, depth),
      );
    const { name, connectors, connections } = of;
    return { name, connectors, connections, elements, bindings: await this.bindings(of.bindings, inside) };
  }

  private async component(
    of: SspComponent,
    inside: Package,
    structure: SystemStructure,
    depth: number,
  ): Promise<LoadedComponent | LoadedSystem> {
    const place = `${inside.label}: component ${printableName(of.name)}`;
    this.count(1 + of.connectors.length, inside.label);
    const { source } = of;
    if (source === undefined) throw new UserError(`${place} lacks a source. Add an FMU.`);
    if (source.startsWith('#')) {
      const system = systemWithId(structure.system, source.slice(1));
      if (system === undefined)
        throw new UserError(`${place}: unknown system id "${printableName(source.slice(1))}".`);
      return this.named(await this.system(system, inside, structure, depth + 1), of, inside);
    }
    const type = of.type.split(';')[0];
    if (!runnable.test(type))
      throw new UserError(
        `${place} has the type ${printableName(type)}, which is not supported. Export it as an FMU.`,
      );
    const [uri, variant] = source.split('#');
    const path = pathOf(inside, uri, place);
    if (!existsSync(path))
      throw new UserError(`${place}: missing file ${printableName(uri)}. Add the file, or correct the path.`);
    if (/\.ss[dp]$/i.test(path)) {
      const nested = await this.described(path, variant, `${inside.called}:${uri}`);
      const system = await this.system(nested.structure.system, nested.inside, nested.structure, depth + 1);
      return this.named(system, of, inside);
    }
    const kind = kinds[of.implementation];
    const called = inside.root === undefined ? undefined : `${inside.called}:${uri}`;
    const { archive, description } = await readFmuFile(path, this.unitFiles, called);
    this.compare(of, description);
    const bindings = await this.bindings(of.bindings, inside, archive);
    return {
      name: of.name,
      connectors: of.connectors,
      bindings,
      fmu: path,
      kind,
      description,
    };
  }

  private compare({ name, connectors }: SspComponent, description: ModelDescription): void {
    const variables = variablesByName(description);
    for (const connector of connectors) {
      const label = `${name}.${connector.name}`;
      const { base } = splitElement(variables, connector.name) ?? { base: connector.name };
      const variable = variables.get(base);
      if (variable === undefined) this.unknownConnectors.push(label);
      else
        this.others.push(...differences(connector, variable, description).map((word) => `${label}: ${word}`));
    }
  }

  /**
   * Returns the system of a component, with the component's name and its bindings after the
   * system's own.
   */
  private async named(system: LoadedSystem, of: SspComponent, inside: Package): Promise<LoadedSystem> {
    const componentBindings = await this.bindings(of.bindings, inside);
    return { ...system, name: of.name, bindings: [...system.bindings, ...componentBindings] };
  }

  /** Reads and parses a file once, even if it is referenced repeatedly. */
  private async read<T>(
    known: Map<string, T>,
    reader: (xml: string, file: string, note: (words: string) => void) => T,
    source: Source,
    inside: Package,
    component: Archive | undefined,
  ): Promise<T> {
    const key = JSON.stringify([source.base === 'component' ? component?.file : inside.folder, source.uri]);
    const content =
      known.get(key) ??
      reader(
        this.text(await contentOf(inside, source, component), source.uri),
        source.uri,
        this.noteOf(source.uri),
      );
    known.set(key, content);
    return content;
  }

  private async bindings(
    list: readonly ParameterBinding[],
    inside: Package,
    component?: Archive,
  ): Promise<LoadedBinding[]> {
    const loaded: LoadedBinding[] = [];
    for (const { prefix, values, mapping } of list) {
      const set = isSource(values)
        ? await this.read(this.parameterSets, readParameterFile, values, inside, component)
        : values;
      const entries =
        mapping !== undefined && isSource(mapping)
          ? await this.read(this.mappings, readMappingFile, mapping, inside, component)
          : mapping;
      this.count(set.parameters.length + (entries?.length ?? 0), inside.label);
      loaded.push({ prefix, values: set, ...(entries !== undefined && { mapping: entries }) });
    }
    return loaded;
  }
}

/** Media types of FMUs and SSP systems. */
const runnable = /^application\/x-(fmu-sharedlibrary|ssp-definition|ssp-package)$/;

const kinds: Record<SspComponent['implementation'], InterfaceKind | undefined> = {
  any: undefined,
  CoSimulation: 'coSimulation',
  ModelExchange: 'modelExchange',
  ScheduledExecution: 'scheduledExecution',
};

function systemWithId(system: SspSystem, id: string): SspSystem | undefined {
  if (system.id === id) return system;
  for (const element of system.elements) {
    const match = isSystem(element) ? systemWithId(element, id) : undefined;
    if (match !== undefined) return match;
  }
  return undefined;
}
