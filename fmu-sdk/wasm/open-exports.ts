import type { ExternKind, Outline } from './module-outline.ts';
import { sectionIds } from './module-outline.ts';
import { Reader } from './wasm-reader.ts';
import { type Section, uleb } from './wasm-sections.ts';

const kindBytes: Readonly<Record<Exclude<ExternKind, 'function'>, number>> = {
  table: 1,
  memory: 2,
  global: 3,
};
const encoder = new TextEncoder();

/**
 * Returns the sections of a module that exports all its memories, tables and globals beside its own
 * exports.
 */
export function withOpenExports({
  sections,
  imports,
  exports,
  memories,
  tables,
  globals,
}: Outline): Section[] {
  const imported = (kind: ExternKind): number =>
    imports.filter((candidate) => candidate.kind === kind).length;
  const definedCounts = {
    table: tables.length,
    memory: memories.length,
    global: globals - imported('global'),
  };
  let mark = 'state';
  while (exports.some(({ name }) => name.startsWith(mark))) mark += '.';
  const added = (Object.keys(definedCounts) as (keyof typeof definedCounts)[]).flatMap((kind) =>
    Array.from({ length: definedCounts[kind] }, (_, i) => {
      const name = encoder.encode(`${mark}:${kind}:${i}`);
      return [...uleb(name.length), ...name, kindBytes[kind], ...uleb(imported(kind) + i)];
    }),
  );
  if (added.length === 0) return [...sections];
  const old = sections.find(({ id }) => id === sectionIds.export);
  const body = Uint8Array.from([...uleb(exports.length + added.length), ...restOf(old), ...added.flat()]);
  const section = { id: sectionIds.export, body };
  if (old !== undefined) return sections.map((item) => (item === old ? section : item));
  // Sections stand in the order of their numbers, custom ones anywhere.
  const at = sections.findIndex(({ id }) => id > section.id && id !== sectionIds.custom);
  return at < 0 ? [...sections, section] : [...sections.slice(0, at), section, ...sections.slice(at)];
}

/** A list without its length. */
function restOf(section: Section | undefined): Uint8Array {
  if (section === undefined) return new Uint8Array();
  const reader = new Reader(section.body);
  reader.number();
  return section.body.subarray(reader.at);
}
