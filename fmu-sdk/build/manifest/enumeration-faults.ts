import { className, type EnumerationItem, type Manifest } from './manifest.ts';
import type { Fault } from './manifest-fault.ts';
import { dialectNames } from './unit-names.ts';

/**
 * Returns the problems that keep enumerations from becoming TypeScript enums of the unit's class.
 */
export function enumerationFaults(manifest: Manifest): Fault[] {
  const { enumerations = {} } = manifest;
  const reservedNames = namesOfTheFile(manifest);
  return Object.entries(enumerations).flatMap(([type, { items }]) => [
    ...(reservedNames.has(type)
      ? [
          {
            path: [type],
            what: `the generated variables.ts already uses the name "${type}". Choose another.`,
          },
        ]
      : []),
    ...items.flatMap((item, i) => itemFaults(type, items, item, i)),
  ]);
}

/** Returns the names that the generated file of the variables uses itself. */
function namesOfTheFile({ name, variables }: Manifest): ReadonlySet<string> {
  const hasBytes = variables.some(({ type }) => type === 'String' || type === 'Binary');
  return new Set(['Unit', ...dialectNames, `${className(name)}Variables`, ...(hasBytes ? ['Bytes'] : [])]);
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
    return [{ path: [type], what: `${type} has two items with equal values. Give each its own value.` }];
  if (before.some(({ name }) => name === item.name))
    return [fault('name', `${type} has two items "${item.name}". Rename one.`)];
  if (reservedWords.has(item.name))
    return [
      fault('name', `${type}: a source cannot use "${item.name}" as the name of an item. Choose another.`),
    ];
  return [];
}

/** Words that cannot name an enum member. AssemblyScript reserves some that TypeScript allows. */
const reservedWords: ReadonlySet<string> = new Set(
  (
    '__proto__ Infinity NaN async await break case catch class const continue debugger default do else enum export extends ' +
    'false finally function if implements import in interface let new of override package private protected public ' +
    'return static super switch this throw true try typeof var while with yield'
  ).split(' '),
);
