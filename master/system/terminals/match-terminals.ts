import type { StreamMember, Terminal, TerminalMember } from '../../../fmu-sdk/description/description.ts';
import { nameHint } from '../../../fmu-sdk/util/nearest-name.ts';
import { printableName, someNames } from '../../../fmu-sdk/util/printable.ts';

/** A terminal of a unit, with its label `unit.terminal` for messages. */
export interface TerminalEnd {
  readonly label: string;
  readonly terminal: Terminal;
}

/** Members of two terminals that belong together, by name for messages. */
export interface MemberPair {
  readonly name: string;
  readonly first: TerminalMember;
  readonly second: TerminalMember;
}

/** Pairs of two terminals, or of two terminals inside them. */
export interface TerminalLevel {
  readonly first: TerminalEnd;
  readonly second: TerminalEnd;
  readonly pairs: readonly MemberPair[];
}

type Fault = (words: string) => never;

/** Matching rules that FMI defines for connections. A terminal with `none` is not connected. */
const rules: ReadonlySet<string> = new Set(['plug', 'bus', 'sequence']);

/**
 * Matches the members of two terminals by the matching rules of FMI (3.0.2, 2.4.9.2). Each terminal
 * follows its own rule, and so does each terminal inside it. `plug` and `bus` match by name,
 * `sequence` by position. A plug requires all its members at the other end.
 *
 * @param anyKind true to match terminals of different kinds
 * @param fault throws an error with these words
 * @returns the pairs of these terminals, then those of the terminals inside them
 */
export function matchTerminals(
  first: TerminalEnd,
  second: TerminalEnd,
  anyKind: boolean,
  fault: Fault,
): TerminalLevel[] {
  const levels = levelsOf(first, second, anyKind, fault);
  if (levels.every(({ pairs }) => pairs.length === 0))
    fault(
      `expected at least one common member, got ${namesOf(first)} at ${first.label} and ${namesOf(second)} at ${second.label}. ${connectVariables}`,
    );
  return levels;
}

const connectVariables = 'Connect the variables one by one.';

function levelsOf(first: TerminalEnd, second: TerminalEnd, anyKind: boolean, fault: Fault): TerminalLevel[] {
  for (const { label, terminal } of [first, second])
    if (!rules.has(terminal.matchingRule))
      fault(
        `expected the matching rule plug, bus or sequence, got ${printableName(terminal.matchingRule)} at ${label}. ${connectVariables}`,
      );
  const kinds = [first, second].map(({ terminal }) => terminal.terminalKind);
  if (!anyKind && kinds[0] !== undefined && kinds[1] !== undefined && kinds[0] !== kinds[1])
    fault(
      `expected terminals of one kind, got ${printableName(kinds[0])} at ${first.label} and ${printableName(kinds[1])} at ${second.label}. ` +
        'Connect terminals of one kind, or set "anyKind": true.',
    );
  return [
    { first, second, pairs: [...memberPairs(first, second, fault), ...streamPairs(first, second, fault)] },
    ...insidePairs(first, second, fault).flatMap(([a, b]) => levelsOf(a, b, anyKind, fault)),
  ];
}

const isSequence = ({ terminal }: TerminalEnd): boolean => terminal.matchingRule === 'sequence';

const namesOf = ({ terminal: { members, streamMembers = [], terminals = [] } }: TerminalEnd): string =>
  someNames([
    ...members.map(({ memberName, variableName }) => memberName ?? variableName),
    ...streamMembers.map(({ outStreamMemberName }) => outStreamMemberName),
    ...terminals.map(({ name }) => name),
  ]) || 'no members';

function memberPairs(first: TerminalEnd, second: TerminalEnd, fault: Fault): MemberPair[] {
  const [a, b] = [first, second].map(({ terminal }) => terminal.members);
  return matched(
    { end: first, items: a, nameOf: ({ memberName }: TerminalMember) => memberName },
    { end: second, items: b, nameOf: ({ memberName }: TerminalMember) => memberName },
    fault,
  ).map(([one, other]) => ({
    name: one.memberName ?? one.variableName,
    first: one,
    second: other,
  }));
}

/** Returns pairs of streams: what flows out of one terminal flows into the other. */
function streamPairs(first: TerminalEnd, second: TerminalEnd, fault: Fault): MemberPair[] {
  const [a, b] = [first, second].map(({ terminal }) => terminal.streamMembers ?? []);
  const nameOf = ({ outStreamMemberName }: StreamMember): string => outStreamMemberName;
  return matched({ end: first, items: a, nameOf }, { end: second, items: b, nameOf }, fault).flatMap(
    ([one, other]) => {
      const member = (variableName: string): TerminalMember => ({ variableName, variableKind: 'signal' });
      return [
        {
          name: one.outStreamMemberName,
          first: member(one.outStreamVariableName),
          second: member(other.inStreamVariableName),
        },
        {
          name: one.inStreamMemberName,
          first: member(one.inStreamVariableName),
          second: member(other.outStreamVariableName),
        },
      ];
    },
  );
}

/** Returns pairs of terminals inside. One without a partner must accept that its members are missing. */
function insidePairs(
  first: TerminalEnd,
  second: TerminalEnd,
  fault: Fault,
): [first: TerminalEnd, second: TerminalEnd][] {
  const inside = ({ label, terminal: { terminals = [] } }: TerminalEnd): Map<string, TerminalEnd> =>
    new Map(
      terminals
        .filter(({ matchingRule }) => matchingRule !== 'none')
        .map((terminal) => [terminal.name, { label: `${label}.${terminal.name}`, terminal }]),
    );
  const [a, b] = [inside(first), inside(second)];
  for (const [own, others, other] of [
    [a, b, second],
    [b, a, first],
  ] as const)
    for (const [name, end] of own)
      if (!others.has(name) && requiresMembers(end.terminal))
        fault(
          `expected a terminal ${printableName(name)} in ${other.label} (${end.terminal.matchingRule} at ${end.label}), got ${someNames([...others.keys()]) || 'no terminals inside'}. ` +
            `${nameHint(name, [...others.keys()])} ${connectVariables}`,
        );
  return [...a].flatMap(([name, end]) => {
    const partner = b.get(name);
    return partner === undefined ? [] : [[end, partner]];
  });
}

/** Reports whether a terminal, or one inside it, requires its members at the other end. */
function requiresMembers({ matchingRule, members, streamMembers = [], terminals = [] }: Terminal): boolean {
  const own = matchingRule !== 'bus' && matchingRule !== 'none' && members.length + streamMembers.length > 0;
  return own || terminals.some(requiresMembers);
}

/** Members of one end of a connection, and the names by which `plug` and `bus` match them. */
interface Members<T> {
  readonly end: TerminalEnd;
  readonly items: readonly T[];
  readonly nameOf: (item: T) => string | undefined;
}

function matched<T>(first: Members<T>, second: Members<T>, fault: Fault): [T, T][] {
  if (isSequence(first.end) || isSequence(second.end)) return byPosition(first, second, fault);
  const [a, b] = [namedMembers(first, fault), namedMembers(second, fault)];
  requirePlug(first, a, second, b, fault);
  requirePlug(second, b, first, a, fault);
  return [...a].flatMap(([name, item]) => {
    const partner = b.get(name);
    return partner === undefined ? [] : [[item, partner] as [T, T]];
  });
}

function byPosition<T>(first: Members<T>, second: Members<T>, fault: Fault): [T, T][] {
  const [a, b] = [first.items, second.items];
  if (a.length !== b.length)
    fault(
      `expected as many members at both ends (sequence), got ${a.length} at ${first.end.label} and ${b.length} at ${second.end.label}. ${connectVariables}`,
    );
  // The other end matches by name. Both rules must give the same pairs.
  if (!(isSequence(first.end) && isSequence(second.end))) {
    namedMembers(isSequence(first.end) ? second : first, fault);
    a.forEach((item, i) => {
      const names = [first.nameOf(item), second.nameOf(b[i])];
      if (names[0] !== names[1])
        fault(
          `expected the member ${i + 1} of both ends to have one name (sequence and ${[first, second].find(({ end }) => !isSequence(end))?.end.terminal.matchingRule}), ` +
            `got ${names.map((name) => (name === undefined ? 'no name' : printableName(name))).join(' and ')}. ${connectVariables}`,
        );
    });
  }
  return a.map((item, i) => [item, b[i]]);
}

/** Returns members by name. Names are required and unique. */
function namedMembers<T>({ end: { label }, items, nameOf }: Members<T>, fault: Fault): Map<string, T> {
  const members = new Map<string, T>();
  for (const item of items) {
    const name = nameOf(item);
    if (name === undefined)
      return fault(
        `expected a memberName for every member of ${label}, got one without. Correct terminalsAndIcons.xml of its FMU.`,
      );
    if (members.has(name))
      fault(
        `expected each memberName once in ${label}, got ${printableName(name)} twice. Correct terminalsAndIcons.xml of its FMU.`,
      );
    members.set(name, item);
  }
  return members;
}

function requirePlug<T>(
  { end }: Members<T>,
  own: ReadonlyMap<string, T>,
  { end: other }: Members<T>,
  others: ReadonlyMap<string, T>,
  fault: Fault,
): void {
  if (end.terminal.matchingRule !== 'plug') return;
  const missing = [...own.keys()].find((name) => !others.has(name));
  if (missing !== undefined)
    fault(
      `expected all members of ${end.label} (plug) at ${other.label}, got no ${printableName(missing)}. ` +
        `${nameHint(missing, [...others.keys()])} ${connectVariables}`,
    );
}
