import { className, type EnumerationItem, type Manifest } from './manifest.ts';
import type { Fault } from './manifest-fault.ts';
import { ofDialect } from './unit-names.ts';

/** What keeps the enumerations of a unit from being those of its class. */
export function enumerationFaults(manifest: Manifest): Fault[] {
  const { enumerations = {} } = manifest;
  const taken = namesOfTheFile(manifest);
  return Object.entries(enumerations).flatMap(([type, { items }]) => [
    ...(taken.has(type)
      ? [{ path: [type], what: `the name "${type}" is taken in the generated variables.ts. Choose another.` }]
      : []),
    ...items.flatMap((item, i) => itemFaults(type, items, item, i)),
  ]);
}

/** Names that the generated file of the variables needs for itself. */
function namesOfTheFile({ name, variables }: Manifest): ReadonlySet<string> {
  const hasBytes = variables.some(({ type }) => type === 'String' || type === 'Binary');
  return new Set(['Unit', ...ofDialect, `${className(name)}Variables`, ...(hasBytes ? ['Bytes'] : [])]);
}

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

/** Words that no member of an enum can be named by: AssemblyScript takes some for its own that TypeScript takes for names. */
const noIdentifiers: ReadonlySet<string> = new Set(
  (
    '__proto__ Infinity NaN async await break case catch class const continue debugger default do else enum export extends ' +
    'false finally function if implements import in interface let new of override package private protected public ' +
    'return static super switch this throw true try typeof var while with yield'
  ).split(' '),
);
