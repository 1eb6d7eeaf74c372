import type { Terminal } from '../../../fmu-sdk/description/description.ts';
import { subassemblyKind } from '../../../fmu-sdk/description/terminals/subassembly-terminal.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import type { Context } from '../checks/check-context.ts';
import type { ConnectionIndex } from '../structure/input-feeds.ts';
import type { Bond, Connection, InputSeries, Port } from '../system.ts';
import { matchTerminals } from './match-terminals.ts';

/** A terminal of a unit. */
interface Place {
  readonly label: string;
  readonly terminal: Terminal;
}

/** Limit of terminals that share a variable. A note does not justify more work. */
const mostTerminals = 20;

/**
 * Returns notes on connections that look like a part of two terminals: they match, some of their
 * members are connected, and an input of another member has no value. A bond, or a start value of
 * this input, shows that the connections are meant as they are.
 */
export function notesOnHalfTerminals(
  context: Context,
  connections: readonly Connection[],
  feeds: ConnectionIndex,
  bonds: readonly Bond[],
  driven: readonly InputSeries[],
): string[] {
  const { units, variables, system } = context;
  const terminals = units.map(({ name, description }) => terminalsByVariable(name, description.terminals));
  if (terminals.every(({ size }) => size === 0)) return [];
  const label = ({ unit, variable }: Port): string => `${units[unit].name}.${variable.name}`;
  const wayOf = ({ from, to }: Connection): string => `${to.unit} ${label(from)}`;
  const inBonds = new Set(
    bonds.flatMap(({ terms }) => terms.flatMap(({ effort, flow }) => [wayOf(effort), wayOf(flow)])),
  );
  const ofLines = new Set(
    (system.lines ?? []).flatMap(({ ends }) => ends.flatMap((end) => Object.values(end))),
  );
  const hasValue = (port: Port): boolean =>
    feeds.into(port) !== undefined ||
    driven.some((series) => series.port.unit === port.unit && series.port.variable === port.variable) ||
    units[port.unit].values.some(({ variable }) => variable === port.variable) ||
    ofLines.has(label(port));
  const seen = new Set<string>();
  return connections.flatMap((connection) => {
    const { from, to } = connection;
    if (from.unit === to.unit || inBonds.has(wayOf(connection))) return [];
    const ends = [from, to].map(({ unit, variable }) => terminals[unit].get(variable.name) ?? []);
    if (ends.some(({ length }) => length > mostTerminals)) return [];
    return ends[0].flatMap((first) =>
      ends[1].flatMap((second) => {
        const pair = `${first.label} ${second.label}`;
        if (seen.has(pair) || seen.has(`${second.label} ${first.label}`)) return [];
        seen.add(pair);
        const ports = portsOf(first, second)?.map(
          (names) =>
            [
              { unit: from.unit, variable: variables[from.unit].get(names[0]) },
              { unit: to.unit, variable: variables[to.unit].get(names[1]) },
            ] as const,
        );
        const belongs = ports?.some(([a, b]) => a.variable === from.variable && b.variable === to.variable);
        if (belongs !== true) return [];
        const open = ports?.flatMap(([a, b]) => {
          const [output, input] = a.variable?.causality === 'input' ? [b, a] : [a, b];
          const passes = output.variable?.causality === 'output' && input.variable?.causality === 'input';
          return passes && !hasValue(input as Port) ? [{ output: output as Port, input: input as Port }] : [];
        });
        if (open === undefined || open.length === 0) return [];
        return [
          `${label(from)} is connected to ${label(to)}, but ${open.map(({ output, input }) => `${label(output)} is not connected to ${label(input)}`).join(' and ')}. ` +
            `Both belong to the terminals ${first.label} and ${second.label}, so connect these: {"terminals": ["${first.label}", "${second.label}"]}`,
        ];
      }),
    );
  });
}

/** Returns the terminals of a unit by the names of their variables, also those inside others. */
function terminalsByVariable(unit: string, terminals: readonly Terminal[]): Map<string, Place[]> {
  const places = new Map<string, Place[]>();
  const add = (list: readonly Terminal[], prefix: string): void => {
    for (const terminal of list) {
      if (terminal.terminalKind === subassemblyKind) continue;
      const place = { label: `${prefix}.${terminal.name}`, terminal };
      for (const { variableName } of terminal.members) {
        const known = places.get(variableName);
        if (known === undefined) places.set(variableName, [place]);
        else known.push(place);
      }
      add(terminal.terminals ?? [], place.label);
    }
  };
  add(terminals, unit);
  return places;
}

/** Returns the names of variables that belong together in two terminals. Undefined if they do not match. */
function portsOf(first: Place, second: Place): [string, string][] | undefined {
  try {
    const levels = matchTerminals(first, second, false, (words) => {
      throw new UserError(words);
    });
    return levels.flatMap(({ pairs }) =>
      pairs.map((pair): [string, string] => [pair.first.variableName, pair.second.variableName]),
    );
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}
