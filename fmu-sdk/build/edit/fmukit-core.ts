import type { ModelDescription, Variable } from '../../description/description.ts';
import { elementCount } from '../../description/description.ts';
import { sealedArrays } from '../../host/wasm/array-classes.ts';
import { compileCore } from '../../host/wasm/core-interface.ts';
import { coreModuleOf } from '../../host/wasm/extract-core.ts';
import { causalities, variabilities } from '../../standard/variability-table.ts';
import { fmiTypes } from '../../standard/variable-types.ts';
import { readOutline, sectionIds } from '../../wasm/module-outline.ts';
import { Reader } from '../../wasm/wasm-reader.ts';
import { readSections, type Section, writeSections } from '../../wasm/wasm-sections.ts';
import { Writer } from '../../wasm/wasm-writer.ts';
import { columns } from '../layout/variable-rows.ts';

/** Edits of the code of a fmukit FMU. */
export interface CoreEdits {
  /** Variables with their new start values, one for each element. */
  readonly values: readonly { variable: Variable; elements: readonly (number | bigint)[] }[];
  /** Variables whose value references the FMU refuses from now on. */
  readonly hidden: readonly Variable[];
}

/** Edited component. `refuses` tells whether its code refuses the hidden variables. */
export interface EditedCore {
  readonly component: Uint8Array;
  readonly refuses: boolean;
}

/**
 * Edits the core module of a fmukit FMU's component: other start values, and hidden variables. Runs
 * its constructor in the sandbox of WebAssembly to find the places in its memory.
 */
export function editCore(
  component: Uint8Array,
  description: ModelDescription,
  name: string,
  { values, hidden }: CoreEdits,
): EditedCore {
  const core = coreModuleOf(component);
  const module = compileCore(core, name);
  const places = placesIn(module);
  let sections = readSections(core);
  if (values.length > 0) sections = withStores(core, sections, storesOf(places, values));
  const rows = hidden.length === 0 ? undefined : rowsIn(places.memory, description);
  if (rows !== undefined) sections = withHiddenRows(sections, rows, hidden);
  const edited = writeSections(sections);
  compileCore(edited, name);
  const outer = readSections(component).map((section) =>
    Buffer.compare(section.body, core) === 0 ? { ...section, body: edited } : section,
  );
  const out = writeSections(outer);
  out.set(component.subarray(0, 8));
  return { component: out, refuses: hidden.length === 0 || rows !== undefined };
}

/** Places in the memory of a new instance. */
interface Places {
  readonly memory: Uint8Array;
  /** Address of the table with the addresses of variables. */
  readonly table: number;
  /** Address of the copy of the memory that a reset restores. */
  readonly pristine: number;
}

interface Exports {
  memory: WebAssembly.Memory;
  table(): number;
  stateSize(): number;
  reset(): void;
}

function placesIn(module: WebAssembly.Module): Places {
  const imports: Record<string, Record<string, () => number>> = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    imports[from] ??= {};
    imports[from][name] = () => 0;
  }
  const exports = new WebAssembly.Instance(module, imports).exports as unknown as Exports;
  const table = exports.table();
  const end = exports.stateSize();
  const memory = new Uint8Array(exports.memory.buffer).slice();
  // Every word above the state becomes its own address. A reset then copies the address of the copy.
  const words = new Uint32Array(exports.memory.buffer);
  for (let i = (end >>> 2) + 1; i < words.length; i++) words[i] = 4 * i;
  const probe = table >>> 2;
  exports.reset();
  return { memory, table, pristine: words[probe] - 4 * probe };
}

/** Four bytes, or less at the end of a small value, to store at an address. */
interface Store {
  readonly address: number;
  readonly bytes: Uint8Array;
}

/** Returns the stores of start values: in the state, and in its copy for a reset. */
function storesOf({ memory, table, pristine }: Places, values: CoreEdits['values']): Store[] {
  const view = new DataView(memory.buffer);
  const stores: Store[] = [];
  for (const { variable, elements } of values) {
    const Elements = sealedArrays[variable.type as keyof typeof sealedArrays];
    const bytes = new Uint8Array(elements.length * Elements.BYTES_PER_ELEMENT);
    const list = new Elements(bytes.buffer, 0, elements.length);
    for (const [i, element] of elements.entries()) list[i] = element as never;
    const address = view.getUint32(table + 4 * variable.valueReference, true);
    const size = Math.min(4, Elements.BYTES_PER_ELEMENT);
    for (let at = 0; at < bytes.length; at += size)
      for (const base of [0, pristine])
        stores.push({ address: base + address + at, bytes: bytes.subarray(at, at + size) });
  }
  return stores;
}

const opcodes = { call: 0x10, i32const: 0x41, end: 0x0b } as const;
/** `i32.store8`, `i32.store16` and `i32.store` by the number of bytes. */
const storeOpcodes: Readonly<Record<number, number>> = { 1: 0x3a, 2: 0x3b, 4: 0x36 };

/** Adds a start function that runs the former one and then stores the values. */
function withStores(core: Uint8Array, sections: readonly Section[], stores: readonly Store[]): Section[] {
  const outline = readOutline(core);
  const type = outline.types.findIndex(({ params, results }) => params.length + results.length === 0);
  const before = sections.find(({ id }) => id === sectionIds.start);
  const body = new Writer().number(0);
  if (before !== undefined) body.byte(opcodes.call).copy(before.body);
  for (const { address, bytes } of stores) {
    const value = bytes.reduceRight((sum, byte) => sum * 256 + byte, 0);
    body.byte(opcodes.i32const).signed(address).byte(opcodes.i32const).signed(value);
    body.byte(storeOpcodes[bytes.length], 0, 0);
  }
  body.byte(opcodes.end);
  const start = {
    id: sectionIds.start,
    body: Uint8Array.from(new Writer().number(outline.functions.length).bytes),
  };
  const edited = sections
    .filter((section) => section !== before)
    .map((section) => {
      if (section.id === sectionIds.function) return appended(section, [new Writer().number(type).bytes]);
      if (section.id === sectionIds.code) return appended(section, [new Writer().sized(body.bytes).bytes]);
      return section;
    });
  const at = edited.findIndex(({ id }) =>
    [sectionIds.element, sectionIds.dataCount, sectionIds.code].includes(id as never),
  );
  return [...edited.slice(0, at), start, ...edited.slice(at)];
}

/** Adds items to a section with a counted list. */
function appended({ id, body }: Section, items: readonly (readonly number[])[]): Section {
  const reader = new Reader(body);
  const writer = new Writer().number(reader.number() + items.length).copy(body.subarray(reader.at));
  for (const item of items) writer.copy(item);
  return { id, body: Uint8Array.from(writer.bytes) };
}

/**
 * Returns the address of the rows that describe the variables of the module. Returns undefined
 * if they are not found.
 */
function rowsIn(memory: Uint8Array, description: ModelDescription): number | undefined {
  const view = new DataView(memory.buffer);
  const visible = description.variables;
  const count = visible.reduce((most, { valueReference }) => Math.max(most, valueReference + 1), 0);
  const found: number[] = [];
  for (let at = 4; at + 36 * count <= memory.length; at += 4) {
    const bytes = view.getUint32(at - 4, true);
    if (bytes % (4 * columns.length) !== 0 || bytes < 4 * columns.length * count) continue;
    if (at + bytes <= memory.length && visible.every((variable) => isRow(view, at, variable))) found.push(at);
  }
  // The pristine copy of the memory holds a second one.
  return found.length > 0 ? found[0] : undefined;
}

const columnAt = (rows: number, reference: number, column: (typeof columns)[number]): number =>
  rows + 4 * (columns.length * reference + columns.indexOf(column));

function isRow(view: DataView, rows: number, v: Variable): boolean {
  const is = (column: (typeof columns)[number], value: number): boolean =>
    view.getInt32(columnAt(rows, v.valueReference, column), true) === value;
  return (
    is('type', fmiTypes.indexOf(v.type)) &&
    is('causality', causalities.indexOf(v.causality)) &&
    is('variability', variabilities.indexOf(v.variability)) &&
    is('size', elementCount(v))
  );
}

/**
 * Marks rows as hidden by further data that fills the memory: no type, no setting, no reporting.
 * Compilers split data at zeros, so that the row itself may be in several segments.
 */
function withHiddenRows(sections: readonly Section[], rows: number, hidden: readonly Variable[]): Section[] {
  const segment = (address: number, values: readonly number[]): number[] => {
    const writer = new Writer().number(0).byte(opcodes.i32const).signed(address).byte(opcodes.end);
    return writer.sized(new Uint8Array(Int32Array.from(values).buffer)).bytes;
  };
  const segments = hidden.flatMap(({ valueReference }) => [
    segment(columnAt(rows, valueReference, 'type'), [-1, causalities.indexOf('local')]),
    segment(columnAt(rows, valueReference, 'settable3'), [0, 0]),
  ]);
  return sections.map((section) => {
    if (section.id === sectionIds.data) return appended(section, segments);
    if (section.id !== sectionIds.dataCount) return section;
    const count = new Reader(section.body).number() + segments.length;
    return { ...section, body: Uint8Array.from(new Writer().number(count).bytes) };
  });
}
