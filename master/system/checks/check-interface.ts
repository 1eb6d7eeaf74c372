import type { Causality } from '../../../fmu-sdk/description/description.ts';
import { findPort } from '../find-variable.ts';
import type { Bond, CheckedSystem, Connection, ExposedVariable, InterfaceFile, Port } from '../system.ts';
import { bondQuantities, energyTotals, interfaceLists } from '../system.ts';
import { variableLabel } from '../variable-label.ts';
import type { Context } from './check-context.ts';

type List = (typeof interfaceLists)[number];

/** Causalities of the variables that a list may expose. */
const allowed: Record<List, readonly Causality[]> = {
  inputs: ['input'],
  parameters: ['parameter'],
  outputs: ['output', 'local', 'calculatedParameter'],
  locals: ['output', 'local', 'calculatedParameter', 'input', 'parameter'],
};

/** Checks the section `interface`, which says what a packed system exposes. */
export function checkInterface(
  context: Context,
  connections: readonly Connection[],
  bonds: readonly Bond[],
): Pick<CheckedSystem, 'interface'> {
  const written: InterfaceFile | undefined = context.system.interface;
  if (written === undefined) return {};
  const names = new Map<string, List>([['time', 'locals']]);
  const checked: NonNullable<CheckedSystem['interface']> = {};
  for (const list of interfaceLists) {
    const entries = written[list];
    if (entries === undefined) continue;
    checked[list] = Object.entries(entries).map(([name, entry]): ExposedVariable => {
      const path = ['interface', list, name];
      if (names.has(name))
        context.refuse(
          path,
          `interface: expected different names, got ${name} twice. Give one of the variables another name.`,
        );
      names.set(name, list);
      const { variable, ...own } = typeof entry === 'string' ? { variable: entry } : entry;
      const energy =
        list === 'outputs' ? (bondQuantity(variable, bonds) ?? totalOf(variable, context)) : undefined;
      if (energy !== undefined) return { name, ...own, ...energy };
      const port = findPort(context, variable, path);
      checkPort(context, connections, list, port, path);
      return { name, ...own, ...port };
    });
  }
  checkTerminals(context, written, names);
  return { interface: { ...checked, ...(written.terminals && { terminals: written.terminals }) } };
}

/** Returns the bond and its quantity that a text such as `bond.residual_energy` names. */
function bondQuantity(
  text: string,
  bonds: readonly Bond[],
): Pick<ExposedVariable, 'bond' | 'quantity'> | undefined {
  const dot = text.lastIndexOf('.');
  const [bond, quantity] = [
    bonds.findIndex(({ name }) => name === text.slice(0, dot)),
    bondQuantities.indexOf(text.slice(dot + 1) as never),
  ];
  return bond < 0 || quantity < 0 ? undefined : { bond, quantity };
}

/** Returns the sum that `energy.stored` and the like name, unless a unit is named `energy`. */
function totalOf(text: string, { units }: Context): Pick<ExposedVariable, 'total'> | undefined {
  const total = energyTotals.find((kind) => text === `energy.${kind}`);
  return total === undefined || units.some(({ name }) => name === 'energy') ? undefined : { total };
}

function checkPort(
  { units, refuse }: Context,
  connections: readonly Connection[],
  list: List,
  port: Port,
  path: string[],
): void {
  const { causality, type } = port.variable;
  const label = variableLabel(port, units);
  if (!allowed[list].includes(causality))
    refuse(
      path,
      `interface: expected one of ${allowed[list].join(', ')} in "${list}", but ${label} is ${causality}.`,
    );
  if (/String|Binary|Clock/.test(type))
    refuse(path, `interface: expected a number or boolean, but ${label} is of type ${type}. Leave it out.`);
  if (list !== 'inputs') return;
  const driven = connections.find(({ to }) => to.unit === port.unit && to.variable === port.variable);
  if (driven !== undefined)
    refuse(
      path,
      `interface: expected an input without a connection, but ${variableLabel(driven.from, units)} sets ${label}. Remove one of them.`,
    );
}

function checkTerminals(
  { refuse }: Context,
  { terminals = [] }: InterfaceFile,
  names: ReadonlyMap<string, string>,
): void {
  terminals.forEach(({ name, members }, i) => {
    const path = ['interface', 'terminals', i];
    if (terminals.findIndex((other) => other.name === name) < i)
      refuse([...path, 'name'], `interface: terminal ${name} is declared twice. Rename one.`);
    members.forEach((member, k) => {
      if (!names.has(member.variable) || member.variable === 'time')
        refuse(
          [...path, 'members', k],
          `interface: member ${member.name} of terminal ${name} names ${member.variable}, expected a name of the interface.`,
        );
    });
  });
}
