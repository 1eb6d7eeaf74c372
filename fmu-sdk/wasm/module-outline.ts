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
  const types: Signature[] = [];
  const imports: Import[] = [];
  const functions: Signature[] = [];
  const memories: Limits[] = [];
  const tables: Table[] = [];
  const exports: Export[] = [];
  let importedFunctions = 0;
  let globals = 0;
  const typeAt = (i: number): Signature => {
    const type = types[i];
    if (type === undefined) throw new RangeError(`it refers to type ${i}, which does not exist`);
    return type;
  };
  const visit = (id: number, item: (reader: Reader) => void): void => {
    for (const section of sections) {
      if (section.id !== id) continue;
      const reader = new Reader(section.body);
      reader.list(() => item(reader));
    }
  };
  visit(sectionIds.type, (reader) => {
    types.push(signature(reader));
    checkCount('types', types.length);
  });
  visit(sectionIds.import, (reader) => {
    const [module, name] = [reader.name(), reader.name()];
    const kind = kindOf(reader);
    imports.push({ module, name, kind });
    checkCount('imports', imports.length);
    if (kind === 'function') functions.push(typeAt(reader.number()));
    else if (kind === 'table') tableType(reader);
    else if (kind === 'memory') limits(reader);
    else {
      valueType(reader);
      reader.byte();
      globals++;
    }
  });
  importedFunctions = functions.length;
  visit(sectionIds.function, (reader) => {
    functions.push(typeAt(reader.number()));
    checkCount('functions', functions.length);
  });
  visit(sectionIds.table, (reader) => {
    tables.push(tableType(reader));
    checkCount('tables', tables.length);
  });
  visit(sectionIds.memory, (reader) => {
    memories.push(limits(reader));
    checkCount('memories', memories.length);
  });
  for (const { id, body } of sections) if (id === sectionIds.global) globals += new Reader(body).number();
  checkCount('globals', globals);
  visit(sectionIds.export, (reader) => {
    const name = reader.name();
    const kind = kindOf(reader);
    const index = reader.number();
    exports.push(kind === 'function' ? { name, kind, signature: functions[index] } : { name, kind });
    checkCount('exports', exports.length);
  });
  return { types, imports, exports, functions, importedFunctions, memories, tables, globals, sections };
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
