import { messageOf, UserError } from '../../error.ts';
import { pageBytes } from '../../wasm/memory.ts';
import { readSections, type Section, uleb, writeSections } from '../../wasm/sections.ts';
import { memoryLimit } from '../wasm.ts';

const tableSection = 4;
const memorySection = 5;
/** Largest number of tables of a component's instance, each of which the engine lets grow to 80 MB. */
export const tableLimit = 16;

interface Limits {
  initial: number;
  largest: number | undefined;
}

/** A core module whose memories cannot grow beyond their share of the limit. */
export interface Bounded {
  core: Uint8Array;
  /** Largest memory of an instance [bytes]. */
  memory: number;
  /** Number of its tables. */
  tables: number;
}

/**
 * Bounds the memories of core modules. Compilers leave a memory's maximum open; here each gets what it asks for at first
 * and an equal share of the rest of the limit, so that all of them together stay below it.
 */
export function boundMemories(cores: ReadonlyMap<string, Uint8Array>, name: string): Map<string, Bounded> {
  const all = [...cores].map(([file, core]) => ({ file, core, ...ownOf(core, name) }));
  const limits = all.flatMap(({ memories }) => memories);
  const initial = limits.reduce((sum, limit) => sum + limit.initial, 0);
  if (initial * pageBytes > memoryLimit)
    throw new UserError(
      `load ${name}: its component asks for ${initial * pageBytes} bytes of memory; the limit is ${memoryLimit} bytes. ` +
        'Use a smaller unit.',
    );
  const share = Math.floor((memoryLimit / pageBytes - initial) / Math.max(1, limits.length));
  return new Map(
    all.map(({ file, core, memories, tables }) => {
      const own = memories.map((limit) => ({
        initial: limit.initial,
        largest: Math.min(limit.largest ?? Number.POSITIVE_INFINITY, limit.initial + share),
      }));
      const memory = own.reduce((sum, { largest }) => sum + largest, 0) * pageBytes;
      return [file, { core: own.length === 0 ? core : withMemories(core, own), memory, tables }];
    }),
  );
}

function ownOf(core: Uint8Array, name: string): { memories: Limits[]; tables: number } {
  try {
    const sections = readSections(core);
    const body = sections.find(({ id }) => id === memorySection)?.body;
    return {
      memories: body === undefined ? [] : readLimits(body),
      tables: count(sections, tableSection),
    };
  } catch (error) {
    throw new UserError(
      `load ${name}: a core module of its component is refused: ${messageOf(error)}. Use another unit.`,
    );
  }
}

function count(sections: readonly Section[], id: number): number {
  const body = sections.find((section) => section.id === id)?.body;
  return body === undefined ? 0 : reader(body)();
}

function readLimits(body: Uint8Array): Limits[] {
  const number = reader(body);
  return Array.from({ length: number() }, () => {
    const flags = number();
    if (flags > 1) throw new RangeError('its memory is shared or has 64-bit addresses');
    const initial = number();
    return { initial, largest: flags === 1 ? number() : undefined };
  });
}

/** Reads unsigned LEB128 numbers one after the other. */
function reader(body: Uint8Array): () => number {
  let at = 0;
  return () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = body[at++];
      if (byte === undefined || shift > 28) throw new RangeError('a section of it is cut short');
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
  };
}

function withMemories(core: Uint8Array, limits: readonly { initial: number; largest: number }[]): Uint8Array {
  const entries = limits.flatMap(({ initial, largest }) => [1, ...uleb(initial), ...uleb(largest)]);
  return writeSections(
    readSections(core).map((section) =>
      section.id === memorySection
        ? { id: memorySection, body: new Uint8Array([...uleb(limits.length), ...entries]) }
        : section,
    ),
  );
}
