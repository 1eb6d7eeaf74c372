import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { type Field, fieldsOf, functionsOf } from './c-source.ts';
import { type Edit, operators, subjectOf } from './operators.ts';
import { shareField } from './shared-field.ts';
import type { Unit } from './units.ts';

/** Thirds of the generated mutants. Nobody looks at the mutants of `holdout`. */
export type Third = 'open' | 'holdout';

/** An FMU with one fault that an operator made. */
export interface Generated {
  /** `unit/file/function:line/operator`, and a number if a line has several. */
  id: string;
  unit: Unit;
  operator: string;
  fn: string;
  third: Third;
  /** Edits of files by their path in the folder of the unit. */
  edits: ReadonlyMap<string, readonly Edit[]>;
}

/** Returns the first 32 bits of a hash of the text. */
const hashOf = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE();

/** Returns a third of the mutants for the holdout. The others are open. */
export const thirdOf = (id: string): Third => (hashOf(id) % 3 === 0 ? 'holdout' : 'open');

/** Returns all mutants of a unit, also those that do not compile or do not differ. */
export function mutantsOfUnit(unit: Unit): Generated[] {
  const fields = [...unit.sources.values()].flatMap(fieldsOf);
  const drafts = [...unit.sources].flatMap(([file, text]) => [
    ...(file.endsWith('.c') ? draftsOfFunctions(file, text, fields, unit) : []),
    ...draftsOfFields(file, text, fields, unit),
  ]);
  const counts = new Map<string, number>();
  return drafts.map(({ file, fn, line, operator, edits }) => {
    const name = `${unit.name}/${basename(file)}/${fn}:${line}/${operator}`;
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    const id = count === 1 ? name : `${name}.${count}`;
    return { id, unit, operator, fn, third: thirdOf(id), edits };
  });
}

interface Draft {
  file: string;
  fn: string;
  line: number;
  operator: string;
  edits: ReadonlyMap<string, readonly Edit[]>;
}

/** Returns a function from an offset in the text to its line, from 1. */
function linesOf(text: string): (offset: number) => number {
  const ends = [...text.matchAll(/\n/g)].map(({ index }) => index);
  return (offset) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (ends[middle] < offset) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  };
}

/** Functions that importers call only if the model description has a matching part. */
const conditional: readonly (readonly [fn: RegExp, part: RegExp])[] = [
  ...['Float32', 'Float64', 'Int8', 'UInt8', 'Int16', 'UInt16', 'Int32', 'UInt32', 'Int64', 'UInt64'].map(
    (type) => [new RegExp(`(?<!U)${type}`), new RegExp(`<${type}\\b`)] as const,
  ),
  ...['Real', 'Integer', 'Boolean', 'String', 'Binary', 'Clock'].map(
    (type) => [new RegExp(`[GS]et_?${type}`, 'i'), new RegExp(`<${type}\\b`)] as const,
  ),
  [/OutputDerivative/, /maxOutputDerivativeOrder="[1-9]/],
  [/(?:Directional|Adjoint|Partial)Derivative/, /provides(?:Directional|Adjoint)\w+="true"/],
  [/[gs]et_?FMU_?state/i, /canGetAndSetFMU[sS]tate="true"/],
  [/serialize/i, /canSerializeFMU[sS]tate="true"/],
];

/** Returns true if a legal importer can call a function of a unit with this description. */
const isReachable = (fn: string, description: string): boolean =>
  conditional.every(([name, part]) => !name.test(fn) || part.test(description));

function draftsOfFunctions(file: string, text: string, fields: readonly Field[], unit: Unit): Draft[] {
  const lineOf = linesOf(text);
  const functions = functionsOf(text).filter(({ name }) => isReachable(name, unit.description));
  return functions.flatMap((fn) => {
    const subject = subjectOf(text, fn, fields);
    return Object.entries(operators).flatMap(([operator, mutate]) =>
      mutate(subject).map((edit) => ({
        file,
        fn: fn.name,
        line: lineOf(edit.from),
        operator,
        edits: new Map([[file, [edit]]]),
      })),
    );
  });
}

function draftsOfFields(file: string, text: string, fields: readonly Field[], { sources }: Unit): Draft[] {
  const lineOf = linesOf(text);
  return fieldsOf(text).flatMap((field) => {
    const edits = shareField(field, fields, sources);
    if (edits === undefined) return [];
    return [{ file, fn: field.struct, line: lineOf(field.at), operator: 'shared-by-instances', edits }];
  });
}

/**
 * Returns the mutants in the order of a sample: all operators take turns, and in each operator all
 * units. Within these, hashes of the names give the order.
 */
export function sampleOrder(mutants: readonly Generated[]): Generated[] {
  const sorted = [...mutants].sort((a, b) => hashOf(`order ${a.id}`) - hashOf(`order ${b.id}`));
  return inTurns(
    sorted,
    ({ operator }) => operator,
    (some) => inTurns(some, ({ unit }) => unit.name),
  );
}

function inTurns(
  mutants: readonly Generated[],
  keyOf: (mutant: Generated) => string,
  order: (some: readonly Generated[]) => readonly Generated[] = (some) => some,
): Generated[] {
  const groups = new Map<string, Generated[]>();
  for (const mutant of mutants) groups.set(keyOf(mutant), [...(groups.get(keyOf(mutant)) ?? []), mutant]);
  const ordered = [...groups.keys()].sort().map((key) => order(groups.get(key) ?? []));
  const longest = Math.max(0, ...ordered.map(({ length }) => length));
  return Array.from({ length: longest }, (_, k) => ordered.flatMap((group) => group.slice(k, k + 1))).flat();
}

/** Returns the sources of a mutant by path. */
export function sourcesOf({ unit, edits }: Pick<Generated, 'unit' | 'edits'>): Map<string, string> {
  return new Map([...unit.sources].map(([path, text]) => [path, edited(text, edits.get(path) ?? [])]));
}

function edited(text: string, edits: readonly Edit[]): string {
  return [...edits]
    .sort((a, b) => b.from - a.from)
    .reduce(
      (before, { from, to, text: replacement }) => before.slice(0, from) + replacement + before.slice(to),
      text,
    );
}

/** Returns the unified diff of a mutant. Mutants have the lines of their source. */
export function diffOf(mutant: Generated): string {
  const after = sourcesOf(mutant);
  return [...mutant.edits.keys()]
    .flatMap((path) => {
      const [old, now] = [mutant.unit.sources.get(path) ?? '', after.get(path) ?? ''].map((t) =>
        t.split('\n'),
      );
      const hunks = old.flatMap((line, k) =>
        line === now[k] ? [] : [`@@ -${k + 1} +${k + 1} @@`, `-${line}`, `+${now[k]}`],
      );
      return [`--- ${path}`, `+++ ${path}`, ...hunks];
    })
    .join('\n');
}
