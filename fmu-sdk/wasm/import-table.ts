import { Reader } from './wasm-reader.ts';
import { readSections, uleb, writeSections } from './wasm-sections.ts';

const importSection = 2;
const tableSection = 4;
const tableKind = 1;

/**
 * Returns a core module that imports its only table from `module` under this name. The table stays
 * number 0, so that nothing else changes. A linker can then share the table before instantiation.
 * Throws a RangeError for a module without imports, or with other than one table.
 */
export function withImportedTable(wasm: Uint8Array, module: string, name: string): Uint8Array {
  const sections = readSections(wasm);
  const tables = new Reader(sections.find(({ id }) => id === tableSection)?.body ?? new Uint8Array([0]));
  const count = tables.number();
  if (count !== 1 || !sections.some(({ id }) => id === importSection))
    throw new RangeError(`expected imports and one internal table, got ${count} internal tables`);
  const type = tables.bytes.subarray(tables.at);
  const added = [...text(module), ...text(name), tableKind, ...type];
  return writeSections(
    sections
      .filter(({ id }) => id !== tableSection)
      .map(({ id, body }) => ({ id, body: id === importSection ? withImport(body, added) : body })),
  );
}

function withImport(body: Uint8Array, added: readonly number[]): Uint8Array {
  const imports = new Reader(body);
  const count = uleb(imports.number() + 1);
  return Uint8Array.from([...count, ...body.subarray(imports.at), ...added]);
}

function text(name: string): number[] {
  const bytes = new TextEncoder().encode(name);
  return [...uleb(bytes.length), ...bytes];
}
