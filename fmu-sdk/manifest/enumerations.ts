import { className, type EnumerationItem, type Manifest } from './manifest.ts';

/** What is wrong in "enumerations" of `unit.json`, and where below it. */
interface Fault {
  path: (string | number)[];
  what: string;
}

/** What keeps the enumerations of a unit from being those of its class. */
export function enumerationFaults({ name, enumerations = {} }: Manifest): Fault[] {
  const taken = new Set([...ofTheFile, className(name), `${className(name)}Variables`]);
  return Object.entries(enumerations).flatMap(([type, { items }]) => [
    ...(taken.has(type)
      ? [{ path: [type], what: `the name "${type}" is taken in the unit's sources. Choose another.` }]
      : []),
    ...items.flatMap((item, i) => itemFaults(type, items, item, i)),
  ]);
}

/** Names that the generated file needs for itself. */
const ofTheFile = ['Unit', 'Bytes', 'StaticArray', 'Math', 'Infinity', 'NaN'];

function itemFaults(
  type: string,
  items: readonly EnumerationItem[],
  item: EnumerationItem,
  i: number,
): Fault[] {
  const before = items.slice(0, i);
  const fault = (key: string, what: string): Fault => ({ path: [type, 'items', i, key], what });
  if (before.some(({ value }) => value === item.value))
    return [{ path: [type], what: `${type} has two items of the same value. Give each its own.` }];
  if (before.some(({ name }) => name === item.name))
    return [fault('name', `${type} has two items "${item.name}". Rename one.`)];
  if (noIdentifiers.has(item.name))
    return [
      fault('name', `${type}: an item cannot have the name "${item.name}" in a source. Choose another.`),
    ];
  return [];
}

/** Words that no member of an enum can be named by, in TypeScript or in AssemblyScript. */
const noIdentifiers: ReadonlySet<string> = new Set(
  (
    '__proto__ Infinity NaN abstract as async await break case catch class const constructor continue debugger declare default delete ' +
    'do else enum export extends false finally for from function get if implements import in instanceof interface is ' +
    'keyof let module namespace new null of override package private protected public readonly return set static super ' +
    'switch this throw true try type typeof undefined var void while with yield'
  ).split(' '),
);
