import { type Outline, readOutline, type Signature, sectionIds } from '../../wasm/module-outline.ts';
import { op } from '../../wasm/opcodes.ts';
import type { FirstIndexes, RelocatedParts } from '../../wasm/relocate/relocate-module.ts';
import { writeElements, writeType } from '../../wasm/relocate/relocate-module.ts';
import type { DataSegment } from '../../wasm/relocate/relocate-parts.ts';
import { Reader } from '../../wasm/wasm-reader.ts';
import { type Section, writeSections } from '../../wasm/wasm-sections.ts';
import { Writer } from '../../wasm/wasm-writer.ts';

/** Functions to add to a module. `functions` holds the index of the type of each. */
export type AddedParts = Pick<RelocatedParts, 'types' | 'functions' | 'code' | 'constants' | 'elements'>;

/** Sections of names, and the count of data segments, which only instructions on segments need. */
const dropped: readonly number[] = [sectionIds.custom, sectionIds.dataCount];
/** Reference type of the only table. */
const funcref = 0x70;
/** Kind of an imported table. The other imports of a core module are functions. */
const tableKind = 1;

/**
 * Adds functions of other modules to a core module, which keeps its indexes. A table that it imports
 * becomes its own. Call order: `first` →
 * `add`, for each module → `slot`* → `link`.
 */
export class ModuleLinker {
  private readonly host: Outline;
  private readonly imports: { section: Section; length: number };
  private readonly added: AddedParts[] = [];
  private readonly slots: number[] = [];
  /** Indexes at which the parts of the next module begin. */
  private next: FirstIndexes;

  constructor(core: Uint8Array) {
    this.host = readOutline(core);
    const { functions, types, globals } = this.host;
    this.imports = importsOf(this.host);
    const { length: table } = this.imports;
    this.next = { functions: functions.length, types: types.length, globals, table };
  }

  /** Indexes at which the parts of the next module begin. */
  get first(): FirstIndexes {
    return this.next;
  }

  /** Returns the index of an imported function of the core module. */
  importIndex(module: string, name: string): number {
    const functions = this.host.imports.filter(({ kind }) => kind === 'function');
    return functions.findIndex((item) => item.module === module && item.name === name);
  }

  /** Adds the parts of a module. They were made for the indexes of `first`. */
  add(parts: AddedParts, tableEntries: number): void {
    const { functions, types, globals, table } = this.next;
    this.added.push(parts);
    this.next = {
      functions: functions + parts.functions.length,
      types: types + parts.types.length,
      globals: globals + parts.constants.length,
      table: table + tableEntries,
    };
  }

  /** Adds a function to the table, and returns its index there. Every module has been added. */
  slot(functionIndex: number): number {
    this.slots.push(functionIndex);
    return this.next.table + this.slots.length - 1;
  }

  /** Returns the linked module. `data` is added to its memory. */
  link(data: readonly DataSegment[]): Uint8Array {
    const { host, imports, added, slots, next } = this;
    const all = <T>(of: (parts: AddedParts) => readonly T[]): T[] => added.flatMap((parts) => [...of(parts)]);
    const sections = new Map(
      host.sections.filter(({ id }) => !dropped.includes(id)).map((section) => [section.id, section]),
    );
    sections.set(sectionIds.import, imports.section);
    const append = <T>(id: number, items: readonly T[], write: (w: Writer, item: T) => void): void => {
      if (items.length > 0) sections.set(id, appended(sections.get(id), id, items, write));
    };
    append(sectionIds.type, all(({ types }) => types) as Signature[], writeType);
    append(
      sectionIds.function,
      all(({ functions }) => functions),
      (w, type) => w.number(type),
    );
    append(
      sectionIds.global,
      all(({ constants }) => constants),
      (w, bytes) => w.copy(bytes),
    );
    append(
      sectionIds.element,
      [...all(({ elements }) => elements), { at: next.table, functions: slots }],
      writeElements,
    );
    append(
      sectionIds.code,
      all(({ code }) => code),
      (w, bytes) => w.sized(bytes),
    );
    append(sectionIds.data, data, (w, { at, bytes }) => {
      w.byte(0, op.i32Const).signed(at).byte(op.end).sized(bytes);
    });
    const entries = next.table + slots.length;
    sections.set(sectionIds.table, {
      id: sectionIds.table,
      body: new Uint8Array(new Writer().number(1).byte(funcref, 1).number(entries).number(entries).bytes),
    });
    return writeSections([...sections.values()].sort((a, b) => a.id - b.id));
  }
}

/** Returns the imports without tables, and the length of the imported table. */
function importsOf({ sections }: Outline): { section: Section; length: number } {
  const { body } = sections.find(({ id }) => id === sectionIds.import) as Section;
  const items: Uint8Array[] = [];
  let length = 0;
  const reader = new Reader(body);
  reader.list(() => {
    const from = reader.at;
    reader.name();
    reader.name();
    const kind = reader.byte();
    if (kind === tableKind) length = readTable(reader);
    else {
      reader.number();
      items.push(body.subarray(from, reader.at));
    }
  });
  const w = new Writer().list(items.map((bytes) => (inner: Writer) => inner.copy(bytes)));
  return { section: { id: sectionIds.import, body: new Uint8Array(w.bytes) }, length };
}

/** Returns the initial length of a table. */
function readTable(reader: Reader): number {
  reader.byte();
  const bounded = reader.byte() === 1;
  const initial = reader.number();
  if (bounded) reader.number();
  return initial;
}

/** Returns a section with more items. */
function appended<T>(
  section: Section | undefined,
  id: number,
  items: readonly T[],
  write: (w: Writer, item: T) => void,
): Section {
  const reader = new Reader(section?.body ?? new Uint8Array([0]));
  const before = reader.number();
  const w = new Writer().number(before + items.length);
  const parts = [new Uint8Array(w.bytes), reader.bytes.subarray(reader.at)];
  for (const item of items) {
    const one = new Writer();
    write(one, item);
    parts.push(new Uint8Array(one.bytes));
  }
  return { id, body: Buffer.concat(parts) };
}
