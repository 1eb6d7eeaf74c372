import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { variablesByName } from '../../fmu-sdk/description/description.ts';
import { textOfXml } from '../../fmu-sdk/description/xml-text.ts';
import type { FmuArchive } from '../../fmu-sdk/host/choice/host.ts';
import { type FmuFiles, readFmuFile } from '../../fmu-sdk/host/open-fmu.ts';
import { FreeNames } from '../../fmu-sdk/util/free-names.ts';
import { nameHint } from '../../fmu-sdk/util/nearest-name.ts';
import { printableName, someNames } from '../../fmu-sdk/util/printable.ts';
import { readRegularFile } from '../../fmu-sdk/util/regular-file.ts';
import { messageOf, UserError } from '../../fmu-sdk/util/user-error.ts';
import type { Position } from '../../fmu-sdk/util/xml/parse-xml.ts';
import { withoutProxy } from '../ssp/ssp-package.ts';
import type { ConnectionFile, ParameterValue, SystemFile } from '../system/system.ts';
import { systemNameOf } from '../system/system-name.ts';
import { eccoOptions } from './ecco-configuration.ts';
import { ospType } from './osp-schema.ts';
import {
  type Endpoint,
  type OspConnection,
  type OspStructure,
  type OspValue,
  readOspStructure,
} from './osp-structure.ts';
import { groupNamed, powerPort, readVariableGroups, type VariableGroup } from './variable-groups-osp.ts';

const mostXmlBytes = 64 * 2 ** 20;

/** Options that complete the structure. Times are in seconds. */
export interface OspOptions {
  startTime?: number;
  stopTime?: number;
  step?: number;
}

export interface OpenedOsp {
  system: SystemFile;
  unitFiles: FmuFiles;
  /** Notes for the user, as sentences without a full stop. */
  notes: readonly string[];
}

type Bond = NonNullable<SystemFile['bonds']>[number];
/** Path from an output to an input. */
type OspPath = Pick<ConnectionFile, 'from' | 'to'>;

/** Reads `OspSystemStructure.xml`, with its FMUs and groups of variables, as a system. */
export async function openOsp(file: string, options: OspOptions = {}): Promise<OpenedOsp> {
  const reader = new Reader(file);
  await reader.open();
  return reader.system(options);
}

class Reader {
  private readonly structure: OspStructure;
  private readonly notes: string[] = [];
  private readonly unitFiles: FmuFiles = new Map();
  private readonly units = new Map<string, { path: string; unit: FmuArchive; groups: VariableGroup[] }>();
  private readonly names = new Map<string, string>();
  /** Simulators by the names of their units. */
  private readonly simulators = new Map<string, string>();
  private readonly freeNames = new FreeNames();
  private readonly connections: ConnectionFile[] = [];
  /** Paths of each bond, by its name. */
  private readonly bonds = new Map<string, Bond['terms']>();
  private readonly halves = new Map<string, OspPath[][]>();

  constructor(private readonly file: string) {
    this.structure = readOspStructure(this.text(file), file, (words) => this.notes.push(words));
  }

  private text(file: string): string {
    let bytes: Uint8Array;
    try {
      bytes = readRegularFile(file, mostXmlBytes);
    } catch (error) {
      throw new UserError(`read ${file}: ${messageOf(error)}. Name an existing readable file.`);
    }
    return textOfXml(bytes, file, (words) => this.notes.push(`${file} ${words}`));
  }

  private refuse({ line, column }: Position, what: string): never {
    throw new UserError(`read ${this.file}:${line}:${column}: ${what}`);
  }

  /**
   * Opens the FMUs and the files with groups of variables, which are next to the FMUs or to the
   * structure.
   */
  async open(): Promise<void> {
    const { simulators } = this.structure;
    if (simulators.length === 0)
      throw new UserError(`open ${this.file}: simulators are missing. Add at least one.`);
    for (const simulator of simulators) {
      if (this.units.has(simulator.name))
        this.refuse(simulator, `two simulators are named "${printableName(simulator.name)}". Rename one.`);
      const path = this.pathOf(simulator.source, simulator);
      if (!existsSync(path))
        this.refuse(
          simulator,
          `missing file ${printableName(simulator.source)}, the source of ${printableName(simulator.name)}. Add the file, or correct the path.`,
        );
      const unit = await readFmuFile(path, this.unitFiles);
      const name = `${unit.description.modelName}_OspModelDescription.xml`;
      const groupsFile = [dirname(path), dirname(this.file)]
        .map((folder) => join(folder, name))
        .find(existsSync);
      const groups = groupsFile === undefined ? [] : readVariableGroups(this.text(groupsFile), groupsFile);
      this.units.set(simulator.name, { path, unit, groups });
      const unitName = this.unitName(simulator.name);
      this.names.set(simulator.name, unitName);
      this.simulators.set(unitName, simulator.name);
    }
  }

  /**
   * Returns the path of a source: relative to the structure, or the file in the address of another
   * host.
   */
  private pathOf(source: string, at: Position): string {
    const proxied = withoutProxy(source);
    try {
      if (/^file:/.test(proxied)) return fileURLToPath(proxied);
      return resolve(dirname(this.file), decodeURIComponent(proxied));
    } catch {
      return this.refuse(at, `expected a path or a file URI as the source, got "${printableName(source)}".`);
    }
  }

  private unitName(name: string): string {
    const validName = name.replace(/[^A-Za-z0-9_-]/g, '_').replace(/^(?![A-Za-z_])/, '_');
    return this.freeNames.take(validName, (n) => `${validName}_${n}`);
  }

  system({ startTime, stopTime, step }: OspOptions): OpenedOsp {
    const { structure } = this;
    for (const connection of structure.connections) this.connect(connection);
    this.connectFunctions();
    for (const [name, halves] of this.halves) this.bond(name, halves);
    const begin = startTime ?? structure.startTime ?? 0;
    const H = step ?? structure.baseStepSize ?? 0.1;
    const others = structure.simulators.filter(
      (s) => s.stepSize !== undefined && s.stepSize !== structure.baseStepSize,
    );
    if (others.length > 0)
      this.notes.push(
        `all units step by H = ${H} s. The step sizes of ${someNames(others.map((s) => s.name))} are ignored`,
      );
    const end = stopTime ?? structure.endTime ?? begin + 1;
    if (stopTime === undefined && structure.endTime === undefined)
      this.notes.push(`${this.file} lacks an EndTime. Default: ${end} s`);
    const { algorithm = 'fixedStep' } = structure;
    if (!/^(fixedStep|ecco)$/i.test(algorithm))
      this.notes.push(
        `${this.file} has the unknown Algorithm "${printableName(algorithm)}" and runs with fixedStep`,
      );
    const bonds = [...this.bonds].map(([name, terms]) => ({ name, terms }));
    const steps = (end - begin) / H;
    const whole = stopTime !== undefined || step !== undefined || Math.abs(steps - Math.round(steps)) < 1e-6;
    const system: SystemFile = {
      name: systemName(this.file),
      units: Object.fromEntries(structure.simulators.map((s) => [this.names.get(s.name), this.unitOf(s)])),
      connections: this.connections,
      ...(bonds.length > 0 && { bonds }),
      algorithm: algorithmOf(structure, H),
      startTime: begin,
      stopTime: whole ? end : begin + Math.ceil(steps) * H,
    };
    return { system, unitFiles: this.unitFiles, notes: this.notes };
  }

  private unitOf({ name, values }: OspStructure['simulators'][number]): SystemFile['units'][string] {
    const { path, unit } = this.of(name);
    const known = variablesByName(unit.description);
    const parameters: [string, ParameterValue][] = [];
    const start: [string, ParameterValue][] = [];
    for (const item of values) {
      const { variable, type, value } = item;
      const unitVariable = known.get(variable);
      if (unitVariable !== undefined && !accepts(unitVariable.type, type))
        this.refuse(
          item,
          `${printableName(variable)} of ${printableName(name)} is ${article(unitVariable.type)}, but its initial value is ${article(type)}. ${advice(unitVariable.type)}`,
        );
      const list = /parameter$/i.test(unitVariable?.causality ?? '') ? parameters : start;
      list.push([variable, type === 'Boolean' ? truth(value) : value]);
    }
    return {
      fmu: path,
      ...(parameters.length > 0 && { parameters: Object.fromEntries(parameters) }),
      ...(start.length > 0 && { start: Object.fromEntries(start) }),
    };
  }

  private of(name: string): { path: string; unit: FmuArchive; groups: VariableGroup[] } {
    return this.units.get(name) as { path: string; unit: FmuArchive; groups: VariableGroup[] };
  }

  private simulator({ of, ...at }: Endpoint): { unit: FmuArchive; groups: VariableGroup[] } {
    return (
      this.units.get(of) ??
      this.refuse(at, `unknown simulator "${printableName(of)}". ${nameHint(of, [...this.units.keys()])}`)
    );
  }

  private connect(connection: OspConnection): void {
    const { kind, ends, powerBond } = connection;
    if (kind === 'signal') return;
    const ways =
      kind === 'variable'
        ? [this.pathBetween(ends[0], ends[1])]
        : this.groupPaths(ends[0], ends[1], connection);
    this.connections.push(...ways);
    if (powerBond === undefined) return;
    const halves = this.halves.get(powerBond) ?? [];
    halves.push(ways);
    this.halves.set(powerBond, halves);
  }

  /** Returns the path from the output end to the input end. */
  private pathBetween(a: Endpoint, b: Endpoint): OspPath {
    const [isOutput, other] = [a, b].map((end) => this.isOutput(end));
    if (isOutput === other)
      this.refuse(
        a,
        `${printableName(a.name)} and ${printableName(b.name)} are both ${isOutput ? 'outputs' : 'not outputs'}. Connect an output to an input.`,
      );
    const port = ({ of, name }: Endpoint): string => `${this.names.get(of)}.${name}`;
    return isOutput ? { from: port(a), to: port(b) } : { from: port(b), to: port(a) };
  }

  private isOutput(end: Endpoint): boolean {
    const { unit } = this.simulator(end);
    const known = variablesByName(unit.description);
    const variable =
      known.get(end.name) ??
      this.refuse(
        end,
        `${printableName(end.of)}: unknown variable "${printableName(end.name)}". ${nameHint(end.name, [...known.keys()])}`,
      );
    return variable.causality === 'output' || variable.causality === 'calculatedParameter';
  }

  private groupOf(end: Endpoint): VariableGroup {
    const { groups, unit } = this.simulator(end);
    const group = groupNamed(groups, end.name);
    if (group !== undefined) return group;
    const hint =
      groups.length === 0
        ? `Put ${unit.description.modelName}_OspModelDescription.xml next to it, or next to the structure.`
        : nameHint(
            end.name,
            groups.map(({ name }) => name),
          );
    return this.refuse(
      end,
      `${printableName(end.of)}: unknown group of variables "${printableName(end.name)}". ${hint}`,
    );
  }

  /**
   * Pairs the variables of two groups, and of nested groups, in their order. A power port forms a
   * bond.
   */
  private groupPaths(a: Endpoint, b: Endpoint, at: OspConnection): OspPath[] {
    const [one, two] = [this.groupOf(a), this.groupOf(b)];
    const ways = this.pairs(one, two, a, b);
    const port = powerPort(one);
    if (port !== undefined && at.powerBond === undefined) {
      const named = (names: readonly string[]): OspPath[] => {
        const ports = new Set(names.map((name) => `${this.names.get(a.of)}.${name}`));
        return ways.filter(({ from, to }) => ports.has(from) || ports.has(to));
      };
      this.halves.set(`${this.names.get(a.of)}_${one.name}`.replace(/[^A-Za-z0-9_-]/g, '_'), [
        named(port.efforts),
        named(port.flows),
      ]);
    }
    return ways;
  }

  private pairs(one: VariableGroup, two: VariableGroup, a: Endpoint, b: Endpoint): OspPath[] {
    if (one.variables.length !== two.variables.length || one.groups.length !== two.groups.length)
      this.refuse(
        a,
        `the groups ${printableName(one.name)} of ${printableName(a.of)} and ${printableName(two.name)} of ${printableName(b.of)} have ` +
          `${one.variables.length} and ${two.variables.length} variables, ${one.groups.length} and ${two.groups.length} groups. Connect groups with equal numbers of both.`,
      );
    return [
      ...one.variables.map((name, i) => this.pathBetween({ ...a, name }, { ...b, name: two.variables[i] })),
      ...one.groups.flatMap((group, i) => this.pairs(group, two.groups[i], a, b)),
    ];
  }

  /** Creates a bond from the connections in both directions, term by term. */
  private bond(name: string, halves: OspPath[][]): void {
    const [first = [], second = []] = halves.length === 1 ? split(halves[0]) : halves;
    const unit = (port: string): string => port.slice(0, port.indexOf('.'));
    const fits =
      halves.length <= 2 &&
      first.length === second.length &&
      first.every(
        (ospPath, i) =>
          unit(ospPath.from) === unit(second[i].to) && unit(ospPath.to) === unit(second[i].from),
      );
    if (!fits) {
      this.notes.push(`${name} is not a power bond because its two directions do not match term by term`);
      return;
    }
    const [efforts, flows] = this.isFlow(first[0]?.from) ? [second, first] : [first, second];
    this.bonds.set(
      name.replace(/[^A-Za-z0-9_-]/g, '_'),
      efforts.map((effort, i) => {
        const term = { effort: effort.from, flow: flows[i].from };
        // A power bond of OSP counts as one, even if its variables lack units of measure.
        const bare = [term.effort, term.flow].every((port) => this.measureOf(port) === undefined);
        return bare ? { ...term, weightUnit: 'W' } : term;
      }),
    );
  }

  /**
   * Reports whether an output is a flow (velocity, current, …), by its unit of measure or its name.
   */
  private isFlow(port = ''): boolean {
    const unit = this.measureOf(port);
    return unit === undefined
      ? /vel|omega|speed|current|flow/i.test(port.slice(port.indexOf('.')))
      : /^(m\/s|rad\/s|m3\/s|A)$/.test(unit);
  }

  private measureOf(port: string): string | undefined {
    const simulator = this.simulators.get(port.slice(0, port.indexOf('.')));
    if (simulator === undefined) return undefined;
    const known = variablesByName(this.of(simulator).unit.description);
    return known.get(port.slice(port.indexOf('.') + 1))?.unit;
  }

  /** Converts a linear transformation to a factor and an offset of the connection through it. */
  private connectFunctions(): void {
    const { functions, connections } = this.structure;
    const signals = connections.filter(({ kind }) => kind === 'signal');
    const byFunction = new Map(functions.map(({ name }): [string, OspConnection[]] => [name, []]));
    for (const item of signals) byFunction.get(item.ends[item.signal ?? 0].of)?.push(item);
    for (const item of functions) {
      const mine = byFunction.get(item.name) ?? [];
      if (mine.length === 0) continue;
      if (item.kind !== 'LinearTransformation')
        this.refuse(
          item,
          `the function ${printableName(item.name)} is a ${item.kind}, which connections do not support. Use a unit that adds instead.`,
        );
      const variable = (name: string): Endpoint[] =>
        mine.flatMap(({ ends, signal = 0 }) => (ends[signal].name === name ? [ends[1 - signal]] : []));
      const [source] = variable('in');
      if (source === undefined)
        this.refuse(
          item,
          `the input of the function ${printableName(item.name)} is not connected. Connect its signal "in".`,
        );
      for (const target of variable('out')) {
        const { factor, offset } = item;
        this.connections.push({ ...this.pathBetween(source, target), factor, offset, convertUnits: false });
      }
    }
    const stray = signals.find(({ ends, signal = 0 }) => !byFunction.has(ends[signal].of));
    if (stray !== undefined) {
      const end = stray.ends[stray.signal ?? 0];
      this.refuse(
        end,
        `unknown function "${printableName(end.of)}". ${nameHint(end.of, [...byFunction.keys()])}`,
      );
    }
  }
}

/** Splits the paths of a connection of groups by direction: with the first path, and against it. */
function split(ways: readonly OspPath[]): OspPath[][] {
  const unit = (port: string): string => port.slice(0, port.indexOf('.'));
  const forward = ways.filter((pathBetween) => unit(pathBetween.from) === unit(ways[0].from));
  return [forward, ways.filter((pathBetween) => unit(pathBetween.from) !== unit(ways[0].from))];
}

const truth = (value: string): boolean => value === '1' || value === 'true';

/**
 * Reports whether a variable accepts values of an OSP type. A real variable also accepts integers.
 */
function accepts(variable: string, type: OspValue['type']): boolean {
  const variableType = ospType(variable);
  return variableType === type || (variableType === 'Real' && type === 'Integer');
}

const article = (type: string): string => `${/^[EI]/.test(type) ? 'an' : 'a'} <${type}>`;

function advice(variable: string): string {
  const variableType = ospType(variable);
  return variableType === undefined
    ? 'Remove it: OSP does not support this type.'
    : `Give ${article(variableType)}.`;
}

/** Returns the algorithm. Its largest step is the communication step. */
function algorithmOf({ algorithm = 'fixedStep', ecco }: OspStructure, step: number): SystemFile['algorithm'] {
  if (algorithm.toLowerCase() !== 'ecco') return { scheme: 'jacobi', step, order: 0 };
  const options = Object.entries(eccoOptions).flatMap(([name, option]) => {
    const value = ecco.get(name);
    return value === undefined ? [] : [[option, value]];
  });
  const largest = Math.max(step, ecco.get('MaximumStepSize') ?? step);
  return { scheme: 'ecco', step: largest, order: 0, options: Object.fromEntries(options) };
}

/** Returns the name of a system: `quarter_truck/OspSystemStructure.xml` → quarter_truck. */
function systemName(file: string): string {
  const stem = basename(file).replace(/\.xml$/i, '');
  const name = /^OspSystemStructure$/i.test(stem) ? basename(dirname(resolve(file))) : stem;
  return systemNameOf(name);
}
