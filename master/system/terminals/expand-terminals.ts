import type { ModelDescription, TerminalMember, Variable } from '../../../fmu-sdk/description/description.ts';
import { variablesByName } from '../../../fmu-sdk/description/description.ts';
import { conversionOf } from '../../../fmu-sdk/description/si-units.ts';
import type { JsonPath } from '../../../fmu-sdk/util/json/json-path.ts';
import { nameHint } from '../../../fmu-sdk/util/nearest-name.ts';
import { printableName } from '../../../fmu-sdk/util/printable.ts';
import { type DescribedUnit, findTerminal } from '../find-variable.ts';
import type { Refuse } from '../refuse.ts';
import type { ConnectionFile, ExpandedSystem, SystemFile, TerminalConnectionFile } from '../system.ts';
import { isTerminals } from './is-terminals.ts';
import { type MemberPair, matchTerminals } from './match-terminals.ts';
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

type BondFile = NonNullable<SystemFile['bonds']>[number];

/** A part of the system, and its path in the system as written. */
interface Placed<T> {
  readonly value: T;
  readonly path: JsonPath;
}

type Fault = (words: string) => never;

/** A variable of a unit, and its text `unit.variable`. */
interface NamedPort {
  readonly text: string;
  readonly variable: Variable;
  readonly description: ModelDescription;
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
    const { units, refuse, notes } = this;
    const ends = terminals.map((label, i) => ({
      label,
      ...findTerminal({ units, refuse }, label, [...path, 'terminals', i]),
    }));
    const title = `connect terminals ${terminals.map(printableName).join(' and ')}`;
    const fault: Fault = (words) => refuse(path, `${title}: ${words}`);
    if (ends[0].terminal === ends[1].terminal && ends[0].unit === ends[1].unit)
      fault('expected two terminals, got one twice. Name the other terminal.');
    const levels = matchTerminals(ends[0], ends[1], anyKind, fault);
    const note = (words: string): void => void notes.push(`${title}: ${words}`);
    const at = [ends[0].unit, ends[1].unit] as const;
    const terms: BondTermFile[] = [];
    for (const { first, second, pairs } of levels) {
      const labels = [first.label, second.label] as const;
      const transfers = pairs.flatMap((pair) => {
        requireKinds(pair, labels, fault);
        const ports = this.portsOf(pair, labels, at, fault);
        const isForward = directionOf(pair, ports, fault, note);
        if (isForward === undefined) return [];
        if (isDirected(pair.first.variableKind)) this.requireOneFlow(ports, labels, fault);
        return [this.connect(pair, ports, isForward, path)];
      });
      terms.push(...powerTerms(transfers, first.terminal.terminalKind, note));
    }
    if (bond !== false) this.addBond(terms, bond ?? terminals[0].replace(/[^A-Za-z0-9_-]/g, '_'), path);
  }

  /** Returns the variables of both members. */
  private portsOf(
    { name, first, second }: MemberPair,
    labels: readonly [string, string],
    at: readonly [number, number],
    fault: Fault,
  ): [NamedPort, NamedPort] {
    const portOf = (member: TerminalMember, i: 0 | 1): NamedPort => {
      const place = `${labels[i]}: member ${printableName(name)}`;
      const variable = this.variableOf(member.variableName, at[i], place, fault);
      const { name: unit, description } = this.units[at[i]];
      return { text: `${unit}.${variable.name}`, variable, description };
    };
    return [portOf(first, 0), portOf(second, 1)];
  }

  /** Adds the connection of two members unless the file has one. Returns the value that passes. */
  private connect(
    { first, second }: MemberPair,
    ports: readonly [NamedPort, NamedPort],
    forward: boolean,
    path: JsonPath,
  ): TerminalTransfer {
    const [from, to] = forward ? ports : [ports[1], ports[0]];
    const kinds = [first.variableKind, second.variableKind];
    const [fromKind, toKind] = forward ? kinds : [...kinds].reverse();
    const file: ConnectionFile = {
      from: from.text,
      to: to.text,
      // Kirchhoff's law: two inflows sum to zero.
      ...(isDirected(fromKind) && fromKind === toKind && { factor: -1 }),
    };
    const own = this.connections.find(({ value }) => value.from === file.from && value.to === file.to);
    if (own === undefined) this.connections.push({ value: file, path });
    const { variable, description } = from;
    const unchanged = isUnchanged(own?.value ?? file, from, to);
    return { from: from.text, to: to.text, variable, description, forward, fromKind, toKind, unchanged };
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
  private requireOneFlow(ports: readonly NamedPort[], labels: readonly string[], fault: Fault): void {
    const joined = labels.join(' and ');
    for (const { text: port } of ports) {
      const other = this.flows.get(port);
      if (other !== undefined)
        fault(
          `expected one connection of the flow ${port}, got a second one besides ${other}. Add a unit that divides the flow.`,
        );
      this.flows.set(port, joined);
    }
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

/** Requires that both members are signals, or flows with a direction. */
function requireKinds(
  { name, first, second }: MemberPair,
  labels: readonly [string, string],
  fault: Fault,
): void {
  const kinds = [first.variableKind, second.variableKind];
  const member = printableName(name);
  if (isDirected(kinds[0]) !== isDirected(kinds[1]))
    fault(
      `expected the member ${member} to have one kind, got ${kinds.map((kind, i) => `${printableName(kind)} at ${labels[i]}`).join(' and ')}. Connect the variables one by one.`,
    );
  const unknown = kinds.findIndex((kind) => kind !== 'signal' && !isDirected(kind));
  if (unknown >= 0)
    fault(
      `expected the member ${member} to be a signal, inflow or outflow, got ${printableName(kinds[unknown])} at ${labels[unknown]}. Connect the variables one by one.`,
    );
}

/**
 * Returns true if a value passes from the first port to the second, false if it passes back, and
 * undefined with a note if both are parameters.
 */
function directionOf(
  { name }: MemberPair,
  ports: readonly [NamedPort, NamedPort],
  fault: Fault,
  note: (words: string) => void,
): boolean | undefined {
  const causalities = ports.map(({ variable }) => variable.causality);
  const texts = ports.map(({ text }) => text).join(' and ');
  const inputs = causalities.filter((causality) => causality === 'input').length;
  if (inputs === 1) return causalities[1] === 'input';
  if (inputs === 2 || causalities.every((causality) => causality === 'output'))
    fault(
      `expected an output and an input for the member ${printableName(name)}, got two ${causalities[0]}s, ${texts}. Connect the variables one by one.`,
    );
  note(`${texts} are ${causalities.join(' and ')}, so no value passes`);
  return undefined;
}

/** Reports whether a connection passes values unchanged, or with the opposite sign. */
function isUnchanged(
  { factor = 1, offset = 0, map, convertUnits }: ConnectionFile,
  from: NamedPort,
  to: NamedPort,
): boolean {
  if (Math.abs(factor) !== 1 || offset !== 0 || map !== undefined) return false;
  if (from.variable.type !== to.variable.type) return false;
  const [a, b] = [from, to].map(({ variable, description }) => baseOf(variable, description));
  if (convertUnits === false || a === undefined || b === undefined) return true;
  const conversion = conversionOf(a, b);
  return conversion === undefined || (conversion.factor === 1 && conversion.offset === 0);
}
