import { maskOf, modes, modesOf } from '../../standard/fmi-modes.ts';
import { causalities, variabilities } from '../../standard/variability-table.ts';
import { accessed, statuses, types } from '../../standard/variable-types.ts';
import { columns } from '../layout/variable-rows.ts';
import { absences, machineCalls, witName } from './component-functions.ts';

const head =
  '// Made by bin/generate.mjs from fmu-sdk/standard and fmu-sdk/build/component/component-functions.ts: change those.\n';

/** `get-float64` → `getFloat64` */
function camel(name: string): string {
  return name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}

function lowered(name: string): string {
  return name[0].toLowerCase() + name.slice(1);
}

function enumeration(doc: string, name: string, members: readonly (readonly [string, number])[]): string {
  const lines = members.map(([member, value]) => `  ${member} = ${value},\n`);
  return `/** ${doc} */\nexport enum ${name} {\n${lines.join('')}}\n`;
}

function numbered(names: readonly string[]): (readonly [string, number])[] {
  return names.map((name, i) => [name, i] as const);
}

/** Numbers fill their lines, words have one each. */
function broken(items: readonly string[]): string {
  if (!/^-?\d/.test(items[0])) return items.map((item) => `  ${item},\n`).join('');
  const lines = [' '];
  for (const item of items) {
    if (lines[lines.length - 1].length + item.length + 2 > 110) lines.push(' ');
    lines[lines.length - 1] += ` ${item},`;
  }
  return `${lines.join('\n')}\n`;
}

function list(doc: string, name: string, type: string, items: readonly string[]): string {
  const begin = `export const ${name}: StaticArray<${type}> = [`;
  const line = `${begin}${items.join(', ')}];`;
  const short = line.length <= 110;
  const text = short ? line : `${begin}\n${broken(items)}];`;
  return `/** ${doc} */\n${text}\n`;
}

function texts(doc: string, name: string, items: readonly string[]): string {
  return list(
    doc,
    name,
    'string',
    items.map((item) => `'${item}'`),
  );
}

/** `glue/fmi-constants.ts`: what the unit-side state machine knows of the standards. */
export function glueConstants(): string {
  const calls = machineCalls();
  const beforeUse = maskOf([
    'initialization',
    'step',
    'terminated',
    'event',
    'instantiated',
    'continuousTime',
  ]);
  const any = maskOf(
    modes
      .filter((m) => m.kinds.some((kind) => kind === 'coSimulation') && m.name !== 'intermediate')
      .map((m) => m.name),
  );
  const exchange = maskOf(modesOf(3, 'modelExchange'));
  return [
    head,
    enumeration(
      'States of FMI 3.0.2, 2.3 and 4.2, as bits: a set of states is their sum.',
      'Mode',
      modes.map(({ name }, i) => [name, 2 ** i] as const),
    ),
    `/** Every state of co-simulation between calls. */\nexport const anyMode: i32 = ${any};\n`,
    `/** The same of model exchange. */\nexport const anyExchangeMode: i32 = ${exchange};\n`,
    `/** Where calls are answered for which this unit has nothing. */\nexport const answering: i32 = ${beforeUse};\n`,
    texts(
      'Names of the bits of `Mode` in FMI 3.0.',
      'modeNames3',
      modes.map((m) => m.called),
    ),
    texts(
      'The same in FMI 2.0; empty where it has none.',
      'modeNames2',
      modes.map((m) => m.called2),
    ),
    enumeration('FMI 3.0.2, 2.2.3.', 'Status', numbered(statuses)),
    enumeration(
      'Types, as `layout/variable-rows.ts` numbers them.',
      'Type',
      numbered(types.map(({ name }) => lowered(name))),
    ),
    texts(
      'Names of the types.',
      'typeNames',
      types.map(({ name }) => name),
    ),
    list(
      'log2 of the bytes of an element as the Canonical ABI passes it, by type; strings are (address, length).',
      'shifts',
      'i32',
      types.map(({ bytes }) => String(bytes === 0 ? 3 : Math.log2(bytes))),
    ),
    enumeration(
      'Causalities, by their places in `standard/variability-table.ts`.',
      'Causality',
      numbered(causalities),
    ),
    texts('Names of causalities.', 'causalityNames', causalities),
    texts('Names of variabilities.', 'variabilityNames', variabilities),
    enumeration(
      'Columns of a row of a variable, see `Core.rows`.',
      'Column',
      numbered([...columns, 'count']),
    ),
    enumeration('Calls of the interface.', 'Call', numbered(calls.map(({ name }) => camel(name)))),
    texts(
      'Their names.',
      'callNames',
      calls.map(({ name }) => name),
    ),
    list(
      'The modes in which each is taken.',
      'callModes',
      'i32',
      calls.map(({ mask }) => String(mask)),
    ),
    list(
      'The same in model exchange.',
      'exchangeModes',
      'i32',
      calls.map(({ exchange }) => String(exchange)),
    ),
    texts('What this kind of unit has nothing for.', 'absentNames', absences),
    enumeration(
      'Their numbers.',
      'Absent',
      numbered(absences.map((what) => camel(what.toLowerCase().replaceAll(' ', '-')))),
    ),
  ].join('\n');
}

/** `glue/typed-access.ts`: `get-…` and `set-…` of every type. */
export function glueAccessors(): string {
  const bodies: Readonly<Record<string, readonly [string, string]>> = {
    String: ['getBytes(Type.string, references, n)', 'setBytes(Type.string, references, n, values, m)'],
    Binary: ['getBytes(Type.binary, references, n)', 'setBytes(Type.binary, references, n, values, m)'],
    Clock: ['get(Type.clock, references, n)', 'setClocks(references, n, values, m)'],
  };
  const functions = accessed.map(({ name }) => {
    const type = `Type.${lowered(name)}`;
    const [get, set] = bodies[name] ?? [
      `get(${type}, references, n)`,
      `set(${type}, references, n, values, m)`,
    ];
    const [getter, setter] = ['Get', 'Set'].map((action) => camel(`fmi-${witName(action + name)}`));
    return `export function ${getter}(_self: i32, references: usize, n: i32): usize {
  return ${get};
}

export function ${setter}(_self: i32, references: usize, n: i32, values: usize, m: i32): i32 {
  return ${set};
}
`;
  });
  return `${head}import { get, set } from './accessors';
import { Type } from './fmi-constants';
import { setClocks } from './event-functions';
import { getBytes, setBytes } from './string-access';

${functions.join('\n')}`;
}
