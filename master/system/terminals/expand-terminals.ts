import type { Variable } from '../../../fmu-sdk/description/description.ts';
import { variablesByName } from '../../../fmu-sdk/description/description.ts';
import { conversionOf } from '../../../fmu-sdk/description/si-units.ts';
import type { JsonPath } from '../../../fmu-sdk/util/json/json-path.ts';
import { nameHint } from '../../../fmu-sdk/util/nearest-name.ts';
import { printableName } from '../../../fmu-sdk/util/printable.ts';
import { type DescribedUnit, findTerminal } from '../find-variable.ts';
import type { Refuse } from '../refuse.ts';
import type { ConnectionFile, ExpandedSystem, SystemFile, TerminalConnectionFile } from '../system.ts';
import { matchTerminals, type TerminalLevel } from './match-terminals.ts';
import { type BondTermFile, baseOf, isDirected, powerTerms, type TerminalTransfer } from './power-pairs.ts';

/** A system without connections of terminals, and the places of its parts in the system as written. */
export interface Expansion {
  readonly system: ExpandedSystem;
  /** Notes for the user, as sentences without a full stop. */
  readonly notes: readonly string[];
  /** Returns the path in the written system of a path in `system`. */
  placeOf(path: JsonPath): JsonPath;
}

/**
 * Replaces connections of terminals by connections of their variables and by power bonds. They
 * follow the connections and bonds of the file. A connection of the file between two of the
 * variables replaces the terminals' own, so that it can state an order or a factor.
 *
 * @param units units in the order of the system
 */
export function expandTerminals(
  system: SystemFile,
  units: readonly DescribedUnit[],
  refuse: Refuse,
): Expansion {
  const written = system.connections ?? [];
  if (!written.some(isTerminals)) return { system: system as ExpandedSystem, notes: [], placeOf: (p) => p };
  const connections: Placed<ConnectionFile>[] = written.flatMap((value, i) =>
    isTerminals(value) ? [] : [{ value, path: ['connections', i] }],
  );
  const bonds: Placed<BondFile>[] = (system.bonds ?? []).map((value, i) => ({ value, path: ['bonds', i] }));
  const notes: string[] = [];
  const expander = new Expander(units, connections, bonds, notes, refuse);
  written.forEach((item, i) => {
    if (isTerminals(item)) expander.add(item, ['connections', i]);
  });
  const lists: Readonly<Record<string, readonly Placed<unknown>[]>> = { connections, bonds };
  return {
    system: {
      ...system,
      connections: connections.map(({ value }) => value),
      ...(bonds.length > 0 && { bonds: bonds.map(({ value }) => value) }),
    },
    notes,
    placeOf: (path) => {
      const [list, i, ...inside] = path;
      const placed = Object.hasOwn(lists, list) ? lists[list][Number(i)] : undefined;
      return placed === undefined ? path : [...placed.path, ...inside];
    },
  };
}

/** Reports whether a connection of the file is one of terminals. */
export const isTerminals = (
  connection: ConnectionFile | TerminalConnectionFile,
): connection is TerminalConnectionFile => 'terminals' in connection;

type BondFile = NonNullable<SystemFile['bonds']>[number];

/** A part of the system, and its path in the system as written. */
interface Placed<T> {
  readonly value: T;
  readonly path: JsonPath;
}

class Expander {
  private readonly variables: readonly ReadonlyMap<string, Variable>[];
  /** Connections of terminals that pass a flow, by its ports. */
  private readonly flows = new Map<string, string>();

  constructor(
    private readonly units: readonly DescribedUnit[],
    private readonly connections: Placed<ConnectionFile>[],
    private readonly bonds: Placed<BondFile>[],
    private readonly notes: string[],
    private readonly refuse: Refuse,
  ) {
    this.variables = units.map(({ description }) => variablesByName(description));
  }

  add({ terminals, bond, anyKind = false }: TerminalConnectionFile, path: JsonPath): void {
    const { units, refuse, notes, connections } = this;
    const ends = terminals.map((label, i) => ({
      label,
      ...findTerminal({ units, refuse }, label, [...path, 'terminals', i]),
    }));
    const title = `connect terminals ${terminals.map(printableName).join(' and ')}`;
    const fault = (words: string): never => refuse(path, `${title}: ${words}`);
    if (ends[0].terminal === ends[1].terminal && ends[0].unit === ends[1].unit)
      fault('expected two terminals, got one twice. Name the other terminal.');
    const levels = matchTerminals(ends[0], ends[1], anyKind, fault);
    const note = (words: string): void => void notes.push(`${title}: ${words}`);
    const at = [ends[0].unit, ends[1].unit] as const;
    const terms: BondTermFile[] = [];
    for (const level of levels) {
      const transfers = this.transfersOf(level, at, fault, note);
      terms.push(...powerTerms(transfers, level.first.terminal.terminalKind, note));
    }
    for (const connection of this.pending) connections.push({ value: connection, path });
    this.pending = [];
    if (bond !== false) this.addBond(terms, bond ?? terminals[0].replace(/[^A-Za-z0-9_-]/g, '_'), path);
  }

  private pending: ConnectionFile[] = [];

  /** Returns the values that pass between two terminals, and adds their connections. */
  private transfersOf(
    { first, second, pairs }: TerminalLevel,
    at: readonly [number, number],
    fault: (words: string) => never,
    note: (words: string) => void,
  ): TerminalTransfer[] {
    return pairs.flatMap((pair): TerminalTransfer[] => {
      const name = printableName(pair.name);
      const kinds = [pair.first.variableKind, pair.second.variableKind];
      const labels = [first.label, second.label];
      if (isDirected(kinds[0]) !== isDirected(kinds[1]))
        fault(
          `expected the member ${name} to have one kind, got ${kinds.map((kind, i) => `${printableName(kind)} at ${labels[i]}`).join(' and ')}. Connect the variables one by one.`,
        );
      const unknown = kinds.findIndex((kind) => kind !== 'signal' && !isDirected(kind));
      if (unknown >= 0)
        fault(
          `expected the member ${name} to be a signal, inflow or outflow, got ${printableName(kinds[unknown])} at ${labels[unknown]}. Connect the variables one by one.`,
        );
      const variables = [pair.first, pair.second].map(({ variableName }, i) =>
        this.variableOf(variableName, at[i], `${labels[i]}: member ${name}`, fault),
      );
      const ports = variables.map((variable, i) => `${this.units[at[i]].name}.${variable.name}`);
      const causalities = variables.map(({ causality }) => causality);
      const inputs = causalities.filter((causality) => causality === 'input').length;
      if (inputs === 0 && !causalities.every((causality) => causality === 'output')) {
        note(`${ports.join(' and ')} are ${causalities.join(' and ')}, so no value passes`);
        return [];
      }
      if (inputs !== 1)
        fault(
          `expected an output and an input for the member ${name}, got two ${causalities[0]}s, ${ports.join(' and ')}. Connect the variables one by one.`,
        );
      const forward = causalities[1] === 'input';
      const [source, target] = forward ? [0, 1] : [1, 0];
      if (isDirected(kinds[0])) this.requireOneFlow(ports, labels, fault);
      const file: ConnectionFile = {
        from: ports[source],
        to: ports[target],
        // Kirchhoff's law: two inflows sum to zero.
        ...(isDirected(kinds[0]) && kinds[0] === kinds[1] && { factor: -1 }),
      };
      const own = this.connections.find(({ value: { from, to } }) => from === file.from && to === file.to);
      if (own === undefined) this.pending.push(file);
      const passing = own?.value ?? file;
      return [
        {
          from: file.from,
          to: file.to,
          variable: variables[source],
          description: this.units[at[source]].description,
          forward,
          fromKind: kinds[source],
          toKind: kinds[target],
          unchanged:
            Math.abs(passing.factor ?? 1) === 1 &&
            (passing.offset ?? 0) === 0 &&
            passing.map === undefined &&
            this.isUnconverted(passing, variables[source], variables[target], [at[source], at[target]]),
        },
      ];
    });
  }

  private variableOf(name: string, unit: number, place: string, fault: (words: string) => never): Variable {
    const variables = this.variables[unit];
    const hint = (): string => nameHint(name, [...variables.keys()]);
    return (
      variables.get(name) ??
      fault(
        `${place}: expected a variable of ${this.units[unit].name}, got "${printableName(name)}". ${hint()} Correct terminalsAndIcons.xml of the FMU.`,
      )
    );
  }

  /** Requires that a flow has one other end. The flows of three ends sum to zero only together. */
  private requireOneFlow(
    ports: readonly string[],
    labels: readonly string[],
    fault: (words: string) => never,
  ): void {
    const joined = labels.join(' and ');
    for (const port of ports) {
      const other = this.flows.get(port);
      if (other !== undefined)
        fault(
          `expected one connection of the flow ${port}, got a second one besides ${other}. Add a unit that divides the flow.`,
        );
      this.flows.set(port, joined);
    }
  }

  private isUnconverted(
    { convertUnits }: ConnectionFile,
    from: Variable,
    to: Variable,
    at: readonly [number, number],
  ): boolean {
    if (from.type !== to.type) return false;
    const [a, b] = [baseOf(from, this.units[at[0]].description), baseOf(to, this.units[at[1]].description)];
    if (convertUnits === false || a === undefined || b === undefined) return true;
    const conversion = conversionOf(a, b);
    return conversion === undefined || (conversion.factor === 1 && conversion.offset === 0);
  }

  /** Adds a bond of the terms that no bond of the file has. */
  private addBond(terms: readonly BondTermFile[], name: string, path: JsonPath): void {
    const { bonds } = this;
    const others = terms.filter(({ effort, flow }) =>
      bonds.every(({ value }) => value.terms.every((term) => term.effort !== effort || term.flow !== flow)),
    );
    if (others.length === 0) return;
    const isFree = (text: string): boolean => bonds.every(({ value }) => value.name !== text);
    const valid = /^[A-Za-z_]/.test(name) ? name : `_${name}`;
    let free = valid;
    for (let k = 2; !isFree(free); k++) free = `${valid}_${k}`;
    bonds.push({ value: { name: free, terms: others }, path });
  }
}
