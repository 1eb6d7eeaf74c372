import { Reader } from './wasm-reader.ts';
import { coreHeader, readSections, type Section } from './wasm-sections.ts';

/** Parameters and results of a function, each as a list of types (`f64`, `i32`). */
export interface Signature {
  params: readonly string[];
  results: readonly string[];
}

/** Sizes of a memory [pages of 64 KiB] or a table [entries]. */
export interface Limits {
  initial: number;
  /** Undefined where it may grow as far as the engine lets it. */
  largest: number | undefined;
}

/** Table of a module. `type` is the type of its references, as in the binary. */
export interface Table extends Limits {
  type: number;
}

export type ExternKind = 'function' | 'table' | 'memory' | 'global';

export interface Import {
  module: string;
  name: string;
  kind: ExternKind;
  /** Type of the references of a table, as in the binary. */
  tableType?: number;
}

export interface Export {
  name: string;
  kind: ExternKind;
  /** Signature of a function. */
  signature?: Signature;
}

/** Outline of a core module, read without the engine and before anything of it is allocated. */
export interface Outline {
  types: readonly Signature[];
  imports: readonly Import[];
  exports: readonly Export[];
  /** Signatures of all functions, the imported ones first. */
  functions: readonly Signature[];
  importedFunctions: number;
  /** Memories and tables of its own. */
  memories: readonly Limits[];
  tables: readonly Table[];
  globals: number;
  sections: readonly Section[];
}

export const sectionIds = {
  custom: 0,
  type: 1,
  import: 2,
  function: 3,
  table: 4,
  memory: 5,
  global: 6,
  export: 7,
  start: 8,
  element: 9,
  code: 10,
  data: 11,
  dataCount: 12,
} as const;

const known = Object.values(sectionIds) as readonly number[];
const kinds: readonly ExternKind[] = ['function', 'table', 'memory', 'global'];

const valueTypes: Readonly<Record<number, string>> = {
  127: 'i32',
  126: 'i64',
  125: 'f32',
  124: 'f64',
  123: 'v128',
  112: 'funcref',
  111: 'externref',
};

/** Most entries of each kind, imported ones included. */
const limitsByKind = {
  types: 10_000,
  imports: 10_000,
  functions: 100_000,
  globals: 100_000,
  exports: 20_000,
  tables: 100,
  memories: 1,
};
/** Most parameters and results of a function. */
const operandLimit = 1000;

/** Ids of the sections with the items of each kind. */
const sectionsByKind = {
  types: sectionIds.type,
  imports: sectionIds.import,
  functions: sectionIds.function,
  tables: sectionIds.table,
  memories: sectionIds.memory,
  exports: sectionIds.export,
};

/**
 * Reads a core module of WebAssembly 2.0 without its function bodies. Throws a RangeError for a
 * truncated module, and for features that FMUs may not use: shared memories, 64-bit addresses,
 * exceptions, garbage-collected types.
 */
export function readOutline(core: Uint8Array): Outline {
  if (coreHeader.some((byte, i) => core[i] !== byte))
    throw new RangeError('it is not a core module of WebAssembly');
  const sections = readSections(core);
  for (const { id } of sections)
    if (!known.includes(id))
      throw new RangeError(`it has a section ${id}${id === 13 ? ' (exceptions)' : ''}`);
  const types = readItems(sections, 'types', signature);
  const typeOf = (reader: Reader): Signature => {
    const i = reader.number();
    if (types[i] === undefined) throw new RangeError(`it refers to type ${i}, which does not exist`);
    return types[i];
  };
  const { imports, importedFunctions, importedGlobals } = readImports(sections, typeOf);
  const functions = readItems(sections, 'functions', typeOf, [...importedFunctions]);
  const tables = readItems(sections, 'tables', tableType);
  const memories = readItems(sections, 'memories', limits);
  const globals = importedGlobals + countGlobals(sections);
  checkCount('globals', globals);
  const exports = readItems(sections, 'exports', (reader): Export => {
    const [name, kind, index] = [reader.name(), kindOf(reader), reader.number()];
    return kind === 'function' ? { name, kind, signature: functions[index] } : { name, kind };
  });
  const counts = { importedFunctions: importedFunctions.length, globals };
  return { types, imports, exports, functions, memories, tables, sections, ...counts };
}

/** Reads all items of a kind, after the given ones. Throws if they are more than the limit. */
function readItems<T>(
  sections: readonly Section[],
  what: keyof typeof sectionsByKind,
  readItem: (reader: Reader) => T,
  items: T[] = [],
): T[] {
  for (const section of sections) {
    if (section.id !== sectionsByKind[what]) continue;
    const reader = new Reader(section.body);
    reader.list(() => {
      items.push(readItem(reader));
      checkCount(what, items.length);
    });
  }
  return items;
}

/** Reads the imports, the signatures of their functions, and the number of their globals. */
function readImports(
  sections: readonly Section[],
  typeOf: (reader: Reader) => Signature,
): { imports: Import[]; importedFunctions: Signature[]; importedGlobals: number } {
  const importedFunctions: Signature[] = [];
  let importedGlobals = 0;
  const imports = readItems(sections, 'imports', (reader): Import => {
    const [module, name, kind] = [reader.name(), reader.name(), kindOf(reader)];
    if (kind === 'function') importedFunctions.push(typeOf(reader));
    else if (kind === 'table') return { module, name, kind, tableType: tableType(reader).type };
    else if (kind === 'memory') limits(reader);
    else {
      valueType(reader);
      reader.byte();
      importedGlobals++;
    }
    return { module, name, kind };
  });
  return { imports, importedFunctions, importedGlobals };
}

/** Counts the globals that the module defines, without reading them. */
function countGlobals(sections: readonly Section[]): number {
  const bodies = sections.filter(({ id }) => id === sectionIds.global);
  return bodies.reduce((sum, { body }) => sum + new Reader(body).number(), 0);
}

function checkCount(what: keyof typeof limitsByKind, count: number): void {
  if (count > limitsByKind[what]) throw new RangeError(`it has more than ${limitsByKind[what]} ${what}`);
}

function kindOf(reader: Reader): ExternKind {
  const kind = kinds[reader.byte()];
  if (kind === undefined)
    throw new RangeError('it has an import or export of a kind that WebAssembly 2.0 does not define');
  return kind;
}

function signature(reader: Reader): Signature {
  if (reader.byte() !== 0x60) throw new RangeError('it has types other than functions');
  return { params: typeList(reader), results: typeList(reader) };
}

function typeList(reader: Reader): string[] {
  const types: string[] = [];
  reader.list((i) => {
    if (i >= operandLimit) throw new RangeError(`a function type has more than ${operandLimit} operands`);
    types.push(valueType(reader));
  });
  return types;
}

export function valueType(reader: Reader): string {
  const byte = reader.byte();
  const type = valueTypes[byte];
  if (type === undefined)
    throw new RangeError(`it has a value type (0x${byte.toString(16)}) that WebAssembly 2.0 does not define`);
  return type;
}

function tableType(reader: Reader): Table {
  const type = reader.bytes[reader.at];
  if (!/ref$/.test(valueType(reader)))
    throw new RangeError('it has a table whose elements are not references');
  return { type, ...limits(reader) };
}

function limits(reader: Reader): Limits {
  const flags = reader.byte();
  if (flags > 1) throw new RangeError('one of its memories or tables is shared or has 64-bit addresses');
  const initial = reader.number();
  return { initial, largest: flags === 1 ? reader.number() : undefined };
}
