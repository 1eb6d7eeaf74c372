import { messageOf, UserError } from '../../../util/user-error.ts';
import { boundedCode } from '../../../wasm/bounded-code.ts';
import { type UnboundedInstruction, validateCode } from '../../../wasm/code-complexity.ts';
import { pageBytes } from '../../../wasm/memory-section.ts';
import { type Limits, type Outline, readOutline, sectionIds } from '../../../wasm/module-outline.ts';
import { withOpenExports } from '../../../wasm/open-exports.ts';
import { type Section, uleb, writeSections } from '../../../wasm/wasm-sections.ts';
import { entryLimit, memoryLimit } from '../../wasm/core-interface.ts';

/**
 * Largest number of functions, globals and exports of a component's instance, and of initial table
 * entries.
 */
export const objectLimit: number = 2 ** 20;

/**
 * A core module with limited memories and tables. It exports them and its globals, so that they can
 * be copied.
 */
export interface Bounded {
  core: Uint8Array;
  /** Largest memory of an instance [bytes]. */
  memory: number;
  /** Number of its tables, and their largest number of entries. */
  tables: number;
  entries: number;
  /** Number of objects that the engine creates. */
  objects: number;
}

/**
 * Limits the memories and tables of core modules, because compilers leave the maximum open. Each
 * gets its initial size and an equal share of the rest of the limit, so that their sum stays below
 * it. Also divides their long instructions.
 */
export function boundMemories(cores: ReadonlyMap<string, Uint8Array>, name: string): Map<string, Bounded> {
  const all = [...cores].map(([file, core]) => ({ file, outline: outlineOf(core, name) }));
  const pages = shares(
    all.flatMap(({ outline }) => outline.memories),
    memoryLimit / pageBytes,
    (initial) => {
      throw new UserError(
        `load ${name}: its component needs ${initial * pageBytes} bytes of memory, but the limit is ${memoryLimit} bytes. ` +
          'Use a smaller FMU.',
      );
    },
  );
  const entries = shares(
    all.flatMap(({ outline }) => outline.tables),
    entryLimit,
    (initial) => {
      throw new UserError(
        `load ${name}: its component needs ${initial} table entries, but the limit is ${entryLimit}. Use a simpler FMU.`,
      );
    },
  );
  return new Map(
    all.map(({ file, outline }) => {
      const memories = outline.memories.map(pages);
      const tables = outline.tables.map((table) => ({ ...entries(table), type: table.type }));
      const functions = outline.functions.length - outline.importedFunctions;
      const first = tables.reduce((sum, { initial }) => sum + initial, 0);
      return [
        file,
        {
          core: withLimits(withOpenExports(outline), memories, tables),
          memory: sumOf(memories) * pageBytes,
          tables: tables.length,
          entries: sumOf(tables),
          objects: functions + outline.globals + outline.exports.length + first,
        },
      ];
    }),
  );
}

/** Limits the memory of a core module to this number of bytes. */
export function withLargest(core: Uint8Array, bytes: number): Uint8Array {
  const outline = readOutline(core);
  const memories = outline.memories.map(({ initial }) => ({
    initial,
    largest: Math.max(initial, bytes / pageBytes),
  }));
  return withLimits(
    outline.sections,
    memories,
    outline.tables.map(({ initial, largest = entryLimit, type }) => ({ initial, largest, type })),
  );
}

/** Returns the outline of a module in which no instruction takes long. */
function outlineOf(core: Uint8Array, name: string): Outline {
  try {
    const outline = readOutline(core);
    const unbounded: UnboundedInstruction[] = [];
    validateCode(outline, unbounded);
    return { ...outline, sections: boundedCode(outline, unbounded, false) };
  } catch (error) {
    throw new UserError(
      `load ${name}: a core module of its component is invalid: ${messageOf(error)}. Use another FMU.`,
    );
  }
}

type Bound = { initial: number; largest: number };

/** Divides a limit into the largest shares of several items. */
function shares(
  all: readonly Limits[],
  limit: number,
  refuse: (initial: number) => never,
): (one: Limits) => Bound {
  const initial = all.reduce((sum, one) => sum + one.initial, 0);
  if (initial > limit) refuse(initial);
  const share = Math.floor((limit - initial) / Math.max(1, all.length));
  return (one) => ({ initial: one.initial, largest: Math.min(one.largest ?? Infinity, one.initial + share) });
}

function sumOf(bounds: readonly Bound[]): number {
  return bounds.reduce((sum, { largest }) => sum + largest, 0);
}

function withLimits(
  sections: readonly Section[],
  memories: readonly Bound[],
  tables: readonly (Bound & { type: number })[],
): Uint8Array {
  const limits = ({ initial, largest }: Bound): number[] => [1, ...uleb(initial), ...uleb(largest)];
  const bodies: Partial<Record<number, number[]>> = {
    [sectionIds.memory]: [...uleb(memories.length), ...memories.flatMap(limits)],
    [sectionIds.table]: [
      ...uleb(tables.length),
      ...tables.flatMap((table) => [table.type, ...limits(table)]),
    ],
  };
  return writeSections(
    sections.map(({ id, body }) => ({
      id,
      body: bodies[id] === undefined ? body : new Uint8Array(bodies[id]),
    })),
  );
}
