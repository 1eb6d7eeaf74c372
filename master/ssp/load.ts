import { existsSync } from 'node:fs';
import { readUnitFile, type UnitFiles } from '../../fmu-sdk/archive/unit-file.ts';
import type { ModelDescription } from '../../fmu-sdk/description/description.ts';
import { UserError } from '../../fmu-sdk/error.ts';
import type { InterfaceKind } from '../../fmu-sdk/host/calls.ts';
import { decode, openPackage, type Package, pathOf, textOf } from './package.ts';
import { readMappingFile, readParameterFile } from './parameter-files.ts';
import { readSystemStructure } from './read.ts';
import {
  type Connector,
  isSource,
  isSystem,
  type MappingEntry,
  type ParameterBinding,
  type ParameterSet,
  type SspComponent,
  type SspConnection,
  type SspSystem,
  type SystemStructure,
} from './structure.ts';

/** A system with everything that its description names. */
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

/** Systems inside systems, by files that name one another. */
const deepest = 20;

/**
 * Reads a description with its parameter files, FMUs and nested systems; packages are unpacked into `scratch`, and the
 * archives of units join `unitFiles`.
 */
export async function loadStructure(
  file: string,
  scratch: string,
  unitFiles: UnitFiles,
): Promise<{ structure: SystemStructure; system: LoadedSystem; inside: Package }> {
  const opened = await openPackage(file, scratch);
  const structure = readSystemStructure(decode(opened.file, opened.label), opened.label);
  const loader = new Loader(scratch, unitFiles);
  const system = await loader.system(structure.system, opened, structure, 0);
  return { structure, system, inside: opened };
}

class Loader {
  constructor(
    private readonly scratch: string,
    private readonly unitFiles: UnitFiles,
  ) {}

  async system(
    of: SspSystem,
    inside: Package,
    structure: SystemStructure,
    depth: number,
  ): Promise<LoadedSystem> {
    if (depth > deepest)
      throw new UserError(`read ${inside.label}: more than ${deepest} systems inside one another.`);
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
    const place = `${inside.label}: component ${of.name}`;
    const { source } = of;
    if (source === undefined)
      throw new UserError(`${place} has no source: there is nothing to run. Give it an FMU.`);
    if (source.startsWith('#')) {
      const system = systemWithId(structure.system, source.slice(1));
      if (system === undefined)
        throw new UserError(`${place}: there is no system with the id "${source.slice(1)}".`);
      return this.named(await this.system(system, inside, structure, depth + 1), of, inside);
    }
    const type = of.type.split(';')[0];
    if (!runnable.test(type))
      throw new UserError(`${place} is of the type ${type}, which is not run here. Export it as an FMU.`);
    const [uri, variant] = source.split('#');
    const path = pathOf(inside, uri, place);
    if (!existsSync(path)) throw new UserError(`${place}: there is no file ${uri}. Put it there.`);
    if (/\.ss[dp]$/i.test(path)) {
      const opened = await openPackage(path, this.scratch, variant);
      const nested = readSystemStructure(decode(opened.file, opened.label), opened.label);
      return this.named(await this.system(nested.system, opened, nested, depth + 1), of, inside);
    }
    const kind = kinds[of.implementation];
    const { description } = await readUnitFile(path, this.unitFiles);
    const bindings = await this.bindings(of.bindings, inside, path);
    return {
      name: of.name,
      connectors: of.connectors,
      bindings,
      fmu: path,
      kind,
      description,
    };
  }

  /** A system that a component stands for: under its name, with its bindings after the system's own. */
  private async named(system: LoadedSystem, of: SspComponent, inside: Package): Promise<LoadedSystem> {
    const own = await this.bindings(of.bindings, inside);
    return { ...system, name: of.name, bindings: [...system.bindings, ...own] };
  }

  private async bindings(
    list: readonly ParameterBinding[],
    inside: Package,
    component?: string,
  ): Promise<LoadedBinding[]> {
    const loaded: LoadedBinding[] = [];
    for (const { prefix, values, mapping } of list) {
      const set = isSource(values)
        ? readParameterFile(await textOf(inside, values, component, this.unitFiles), values.uri)
        : values;
      const entries =
        mapping !== undefined && isSource(mapping)
          ? readMappingFile(await textOf(inside, mapping, component, this.unitFiles), mapping.uri)
          : mapping;
      loaded.push({ prefix, values: set, ...(entries !== undefined && { mapping: entries }) });
    }
    return loaded;
  }
}

/** Media types of FMUs and of systems of SSP. */
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
    const found = isSystem(element) ? systemWithId(element, id) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}
