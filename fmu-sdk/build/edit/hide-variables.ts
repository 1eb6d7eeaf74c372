import { printableName, someNames } from '../../util/printable.ts';
import { UserError } from '../../util/user-error.ts';
import { attribute, childNamed, childrenNamed, type XmlElement } from '../../util/xml/parse-xml.ts';
import type { Editing } from './variable-edits.ts';
import { type NamedVariable, requireVariable } from './variable-elements.ts';

/** Unknowns of FMI 3.0 that an importer needs to integrate or to tick. */
const needed3 = ['ContinuousStateDerivative', 'ClockedState', 'EventIndicator'];

/**
 * Removes variables from the description, with their entries in the model structure. Value
 * references stay. Rejects variables that others need: states and their derivatives in model
 * exchange, Clocks of visible variables, and names beside a visible alias.
 *
 * Returns the variables that are hidden with all their names.
 */
export function hideVariables(editing: Editing, hide: ReadonlySet<string>): NamedVariable[] {
  const { operation, patch, names, description } = editing;
  const hidden = new Map<XmlElement, NamedVariable>();
  for (const name of hide) {
    const variable = requireVariable(names, name, `${operation}: hide ${printableName(name)}`);
    if (variable.named === variable.element) hidden.set(variable.element, variable);
  }
  for (const [name, { element, named }] of names) {
    const primary = hidden.get(element);
    if (primary === undefined) {
      if (hide.has(name)) patch.remove(named);
    } else if (!hide.has(name))
      throw new UserError(
        `${operation}: hide ${printableName(primary.name)}: its alias ${printableName(name)} would stay. Hide it, too: --hide ${printableName(name)}`,
      );
  }
  if (hidden.size === 0) return [];
  const all = childNamed(patch.root, 'ModelVariables')?.children ?? [];
  if (hidden.size === all.length)
    throw new UserError(
      `${operation}: expected a variable that stays, got every variable to hide. Leave one.`,
    );
  if (description.fmiVersion.startsWith('2')) hide2(editing, hidden, all);
  else hide3(editing, hidden, all);
  for (const element of hidden.keys()) patch.remove(element);
  return [...hidden.values()];
}

type Hidden = ReadonlyMap<XmlElement, NamedVariable>;

/** Reports a variable that another one needs. */
function refuseNeeded({ operation }: Editing, hidden: string, why: string, hint: string): never {
  throw new UserError(`${operation}: hide ${printableName(hidden)}: ${why}. ${hint}`);
}

/** Reports a visible variable that refers to a hidden one. */
function refuseReference(editing: Editing, hidden: string, element: XmlElement, role: string): never {
  const name = printableName(attribute(element, 'name') ?? '');
  return refuseNeeded(editing, hidden, `${name} needs it as its ${role}`, `Hide ${name}, too, or keep both.`);
}

const wordsOf = (text: string | undefined): string[] => text?.trim().split(/\s+/).filter(Boolean) ?? [];

/** A variable whose derivative is hidden is no longer a state in the model structure. */
function hide3(editing: Editing, hidden: Hidden, all: readonly XmlElement[]): void {
  const { patch, description } = editing;
  const byReference = new Map(
    [...hidden.values()].map((variable) => [String(variable.variable.valueReference), variable]),
  );
  const find = (reference: string | undefined): NamedVariable | undefined =>
    reference === undefined ? undefined : byReference.get(String(Number(reference)));
  for (const { name, variable } of hidden.values())
    if (variable.causality === 'independent')
      refuseNeeded(editing, name, 'FMI 3.0 needs the independent variable', 'Keep it.');
  for (const element of all) {
    if (hidden.has(element)) continue;
    for (const role of ['derivative', 'previous']) {
      const found = find(attribute(element, role));
      const words = role === 'derivative' ? 'state' : 'previous value';
      if (found !== undefined) refuseReference(editing, found.name, element, words);
    }
    for (const clock of wordsOf(attribute(element, 'clocks'))) {
      const found = find(clock);
      if (found !== undefined) refuseReference(editing, found.name, element, 'Clock');
    }
    for (const dimension of childrenNamed(element, 'Dimension')) {
      const size = find(attribute(dimension, 'valueReference'));
      if (size === undefined) continue;
      // The hidden parameter keeps its value, so that the size is fixed.
      patch.set(dimension, 'valueReference', undefined);
      patch.set(dimension, 'start', patch.get(size.element, 'start') ?? '1');
    }
  }
  const lostStates = new Set(
    [...hidden.keys()].flatMap((element) => attribute(element, 'derivative')?.trim() ?? []),
  );
  for (const unknown of childNamed(patch.root, 'ModelStructure')?.children ?? []) {
    const found = find(attribute(unknown, 'valueReference'));
    const isInitial = unknown.name === 'InitialUnknown';
    if (found === undefined)
      keepDependencies(editing, unknown, (word) =>
        find(word) || (!isInitial && lostStates.has(word)) ? undefined : word,
      );
    else {
      const isNeeded =
        needed3.includes(unknown.name) &&
        (description.modelExchange !== undefined || unknown.name === 'ClockedState');
      if (isNeeded)
        refuseNeeded(
          editing,
          found.name,
          `the model structure needs it as ${unknown.name}`,
          'Keep the variables of states, events and Clocks.',
        );
      patch.remove(unknown);
    }
  }
}

/**
 * In FMI 2.0 the structure refers to positions in the list of variables, which change. A variable
 * whose derivative is hidden is no longer a state, so that nothing is said to depend on it.
 */
function hide2(editing: Editing, hidden: Hidden, all: readonly XmlElement[]): void {
  const { patch, description, names } = editing;
  let next = 1;
  const positions = all.map((element) => (hidden.has(element) ? undefined : next++));
  const nameAt = (position: string): string => attribute(all[Number(position) - 1], 'name') ?? '';
  const moved = (position: string): string | undefined => positions[Number(position) - 1]?.toString();
  const lostStates = new Set<string>();
  for (const { element, typed } of names.values()) {
    const state = attribute(typed, 'derivative')?.trim();
    if (state === undefined) continue;
    if (hidden.has(element)) {
      lostStates.add(state);
      continue;
    }
    const place = moved(state);
    if (place === undefined) refuseReference(editing, nameAt(state), element, 'state');
    patch.set(typed, 'derivative', place);
  }
  for (const list of childNamed(patch.root, 'ModelStructure')?.children ?? []) {
    const unknowns = childrenNamed(list, 'Unknown');
    let staying = 0;
    const known =
      list.name === 'InitialUnknowns'
        ? moved
        : (word: string): string | undefined => (lostStates.has(word) ? undefined : moved(word));
    for (const unknown of unknowns) {
      const index = attribute(unknown, 'index') ?? '';
      const place = moved(index);
      if (place !== undefined) {
        staying++;
        patch.set(unknown, 'index', place);
        keepDependencies(editing, unknown, known);
      } else if (list.name === 'Derivatives' && description.modelExchange !== undefined)
        refuseNeeded(
          editing,
          nameAt(index),
          'the model structure needs it as the derivative of a state',
          'Keep the derivatives of states.',
        );
      else patch.remove(unknown);
    }
    if (staying === 0 && unknowns.length > 0) patch.remove(list);
  }
}

/** Rewrites the dependencies of an unknown. `moved` returns undefined for a hidden variable. */
function keepDependencies(
  { patch }: Editing,
  unknown: XmlElement,
  moved: (word: string) => string | undefined,
): void {
  const text = attribute(unknown, 'dependencies');
  if (text === undefined) return;
  const words = wordsOf(text);
  const places = words.map(moved);
  if (places.every((place, i) => place === words[i])) return;
  patch.set(unknown, 'dependencies', places.filter((place) => place !== undefined).join(' '));
  const kinds = wordsOf(attribute(unknown, 'dependenciesKind'));
  if (kinds.length === words.length && kinds.length > 0)
    patch.set(unknown, 'dependenciesKind', kinds.filter((_, i) => places[i] !== undefined).join(' '));
}

const memberAttributes = ['variableName', 'inStreamVariableName', 'outStreamVariableName'];

/**
 * Renames the variables of terminals. Removes terminals whose variables are all hidden. Rejects a
 * terminal that would lose a part of its variables.
 */
export function editTerminals(
  { operation, patch }: Pick<Editing, 'operation' | 'patch'>,
  rename: ReadonlyMap<string, string>,
  hide: ReadonlySet<string>,
): void {
  /** Edits a terminal. Returns the names of its variables that stay. */
  const visit = (terminal: XmlElement): string[] => {
    const [stay, go]: string[][] = [[], []];
    for (const member of terminal.children) {
      if (member.name === 'Terminal') stay.push(...visit(member));
      for (const name of memberAttributes) {
        const variable = attribute(member, name);
        if (variable === undefined) continue;
        patch.set(member, name, rename.get(variable) ?? variable);
        (hide.has(variable) ? go : stay).push(variable);
      }
    }
    if (go.length > 0 && stay.length > 0)
      throw new UserError(
        `${operation}: hide ${someNames(go)}: the terminal ${printableName(attribute(terminal, 'name') ?? '')} would lose a part of its variables. Hide ${someNames(stay)}, too, and the terminal goes with them.`,
      );
    if (go.length > 0) patch.remove(terminal);
    return stay;
  };
  const list = childNamed(patch.root, 'Terminals');
  const terminals = childrenNamed(list, 'Terminal');
  const stay = terminals.flatMap(visit);
  if (list !== undefined && hide.size > 0 && terminals.length > 0 && stay.length === 0) patch.remove(list);
}
