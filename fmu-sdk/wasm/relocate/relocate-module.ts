import { type Outline, readOutline, type Signature, sectionIds } from '../module-outline.ts';
import { op, valueTypes } from '../opcodes.ts';
import { coreHeader } from '../wasm-sections.ts';
import { Writer } from '../wasm-writer.ts';
import { NotRelocatable } from './not-relocatable.ts';
import { type RelocatedFunction, type RelocationPlan, relocateFunction } from './patch-code.ts';
import {
  bodiesOf,
  type DataSegment,
  dataOf,
  type Elements,
  elementsOf,
  exportsOf,
  globalsOf,
  startOf,
} from './relocate-parts.ts';
import { copyCode, fillCode, runCode } from './relocated-code.ts';

/** A core module whose instances are regions of one memory, all run by one wasm instance. */
export interface RelocatedModule {
  /**
   * Rewritten module. It imports the memory as `memory` of `shared`. It exports `run` (`runCode`),
   * the start function, if any, as `start`, and the requested functions. These have the address of
   * the record of an instance as an added parameter.
   */
  module: Uint8Array;
  /**
   * Initial bytes of a record: the address of the region of the instance, then the mutable globals.
   */
  record: number;
  globals: readonly DataSegment[];
  /** Bytes of a region, which is an instance's memory, and what it holds before `start`. */
  size: number;
  data: readonly DataSegment[];
}

/**
 * Largest memory for regions [pages of 64 KiB]. One page less than all addresses keeps 2³² − 1
 * outside.
 */
export const pageLimit = 65535;
const page = 65536;

/**
 * Rewrites a validated core module whose memory cannot grow.
 *
 * @param names of the exported functions to keep. They include `step` (f64 f64 → i32)
 * @param stepBytes limit of the code bytes that a step may reach. Code that only leads to a trap
 * does not count
 * @returns undefined if a step may reach more. Also undefined if instances would share more than
 * code: mutable tables, passive segments, callbacks in a table
 */
export function relocateModule(
  core: Uint8Array,
  names: readonly string[],
  stepBytes: number = Number.POSITIVE_INFINITY,
): RelocatedModule | undefined {
  try {
    return relocated(readOutline(core), names, stepBytes);
  } catch (error) {
    if (error instanceof NotRelocatable) return undefined;
    throw error;
  }
}

function relocated(outline: Outline, names: readonly string[], stepBytes: number): RelocatedModule {
  const parts = relocatedParts(outline, names, { stepBytes });
  const { globals, record, size, data } = parts;
  return { module: writeModule(outline, parts), record, globals, size, data };
}

/** Indexes at which the parts of a rewritten module begin in the module that contains them. */
export interface FirstIndexes {
  functions: number;
  types: number;
  globals: number;
  table: number;
}

/** Parts of a rewritten module, with the indexes of the module that contains them. */
export interface RelocatedParts extends Omit<RelocatedModule, 'module'> {
  types: readonly Signature[];
  /** Index of the type of each function. */
  functions: readonly number[];
  code: readonly (readonly number[])[];
  /** Unchanged globals, as in the binary. */
  constants: readonly Uint8Array[];
  /** Indexes of the exported functions by name, and of `run`. */
  exported: ReadonlyMap<string, number>;
  /** True when a function calls through the table. */
  table: boolean;
  elements: readonly Elements[];
}

/**
 * Rewrites a module as parts of another module.
 *
 * @param size of a region [bytes], the size of the memory by default
 * @param first indexes of the parts in the module that contains them
 * @throws NotRelocatable
 */
export function relocatedParts(
  outline: Outline,
  names: readonly string[],
  {
    stepBytes = Number.POSITIVE_INFINITY,
    size = outline.memories[0].initial * page,
    first = { functions: 0, types: outline.types.length, globals: 0, table: 0 },
  }: { stepBytes?: number; size?: number; first?: FirstIndexes } = {},
): RelocatedParts {
  const { types, functions, importedFunctions, tables } = outline;
  const definedFunctions = functions.length - importedFunctions;
  const { globals, record, initial, constants } = globalsOf(outline);
  const placeOf = (index: number): number => first.functions + index - importedFunctions;
  const plan: RelocationPlan = {
    ...{ functions, importedFunctions, types: first.types, globals, size },
    ...{ firstFunction: first.functions, firstGlobal: first.globals },
    ...{ copy: first.functions + definedFunctions + 1, fill: first.functions + definedFunctions + 2 },
    table: { first: first.table, entries: tables[0]?.initial ?? 0 },
  };
  const data = dataOf(outline);
  if (data.some(({ at, bytes }) => at + bytes.length > outline.memories[0].initial * page))
    throw new NotRelocatable('data outside of its memory');
  const exported = exportsOf(outline, names);
  const start = startOf(outline);
  if (start !== undefined) exported.set('start', start);
  const code = new ReachableFunctions(outline, plan);
  const step = exported.get('step') as number;
  code.addReachable(step, stepBytes);
  for (const index of exported.values()) code.addReachable(index);
  const indexes = new Map(types.map((type, i) => [type, first.types + i]));
  const added = first.types + types.length;
  return {
    ...{ record, globals: initial, size, data, constants },
    types: [
      ...types.map(({ params, results }) => ({ params: [...params, 'i32'], results })),
      { params: ['i32', 'i32', 'i32', 'i32', 'f64', 'f64'], results: [] },
      { params: ['i32', 'i32', 'i32', 'i32'], results: [] },
    ],
    functions: [
      ...functions.slice(importedFunctions).map((type) => indexes.get(type) as number),
      ...[added, added + 1, added + 1],
    ],
    code: [...code.bodies(), runCode(placeOf(step)), copyCode(size), fillCode(size)],
    exported: new Map([
      ...[...exported].map(([name, index]): [string, number] => [name, placeOf(index)]),
      ['run', placeOf(functions.length)],
    ]),
    table: code.table,
    elements: (code.table ? code.elements : []).map(({ at, functions }) => ({
      at: first.table + at,
      functions: functions.map(placeOf),
    })),
  };
}

/** Writes the sections of the rewritten module. */
function writeModule({ types, tables }: Outline, parts: RelocatedParts): Uint8Array {
  const w = new Writer().copy(coreHeader);
  const section = <T>(id: number, items: readonly T[], write: (w: Writer, item: T) => void): void => {
    w.section(
      id,
      items.map((item) => (inner) => write(inner, item)),
    );
  };
  section(sectionIds.type, [...types, ...parts.types], writeType);
  section(sectionIds.import, ['memory'], (w, name) =>
    w.name('shared').name(name).byte(2, 3).number(0).number(pageLimit),
  );
  section(sectionIds.function, parts.functions, (w, type) => w.number(type));
  const table = parts.table ? tables.slice(0, 1) : [];
  section(sectionIds.table, table, (w, { type, initial, largest }) => {
    w.byte(type, largest === undefined ? 0 : 1).number(initial);
    if (largest !== undefined) w.number(largest);
  });
  section(sectionIds.global, parts.constants, (w, bytes) => w.copy(bytes));
  section(sectionIds.export, [...parts.exported], (w, [name, index]) => w.name(name).byte(0).number(index));
  section(sectionIds.element, parts.elements, writeElements);
  section(sectionIds.code, parts.code, (w, bytes) => w.sized(bytes));
  return new Uint8Array(w.bytes);
}

/** Writes a segment of the elements of table 0. */
export function writeElements(w: Writer, { at, functions }: Elements): void {
  w.byte(0, op.i32Const).signed(at).byte(op.end);
  w.list(functions.map((index) => (inner: Writer) => inner.number(index)));
}

/** Reachable functions. All other functions trap, since nothing calls them. */
class ReachableFunctions {
  readonly elements: readonly Elements[];
  table = false;
  private readonly done = new Map<number, RelocatedFunction>();
  private readonly before: Uint8Array[];

  constructor(
    private readonly outline: Outline,
    private readonly plan: RelocationPlan,
  ) {
    this.before = bodiesOf(outline);
    this.elements = elementsOf(outline);
  }

  /**
   * @param most bytes of code that may be added, without code that only leads to a trap: it runs at
   * most
   *   once
   */
  addReachable(index: number, most: number = Number.POSITIVE_INFINITY): void {
    const waiting = [index];
    const lost: number[] = [];
    let bytes = 0;
    while (waiting.length + lost.length > 0) {
      // All that a step may run has been reached: the rest only leads to a trap.
      const isLost = waiting.length === 0;
      const next = (isLost ? lost : waiting).pop() as number;
      if (this.done.has(next)) continue;
      const { length, calls, returns } = this.rewrite(next);
      if (returns && !isLost) bytes += length;
      if (bytes > most) throw new NotRelocatable('too much code for a shared memory to be faster');
      for (const callee of calls) (returns && !isLost ? waiting : lost).push(callee);
    }
  }

  private rewrite(index: number): { length: number; calls: readonly number[]; returns: boolean } {
    const body = this.before[index - this.outline.importedFunctions];
    if (body === undefined) throw new NotRelocatable('an imported function that is exported or in its table');
    const rewritten = relocateFunction(body, this.outline.functions[index], this.plan);
    this.done.set(index, rewritten);
    this.table ||= rewritten.table;
    const inTable = rewritten.table ? this.elements.flatMap(({ functions }) => functions) : [];
    return { length: body.length, calls: [...rewritten.calls, ...inTable], returns: rewritten.returns };
  }

  bodies(): (readonly number[])[] {
    const { importedFunctions } = this.outline;
    return this.before.map(
      (_, i) => this.done.get(i + importedFunctions)?.code ?? [0, op.unreachable, op.end],
    );
  }
}

export function writeType(w: Writer, { params, results }: Signature): void {
  w.byte(0x60);
  for (const types of [params, results])
    w.list(types.map((type) => (inner: Writer) => inner.byte(valueTypes[type as keyof typeof valueTypes])));
}
