import { type Architecture, cString, type Headers } from './library-headers.ts';

const machines: Readonly<Record<number, Architecture>> = {
  3: 'x86',
  62: 'x86_64',
  40: 'aarch32',
  183: 'aarch64',
};

const sharedObject = 3;
/** Binding of symbols that exist once in a process, in all libraries (STB_GNU_UNIQUE). */
const uniqueBinding = 10;
const dynamicSymbols = 11;
const loadedSegment = 1;
const dynamicSegment = 2;
const tag = { needed: 1, strings: 5, runPathOld: 15, runPath: 29 } as const;

/** Functions and offsets that differ between 32 and 64 bits (System V ABI). */
interface Class {
  /** Reads an address or an offset. */
  word: (view: DataView, at: number, little: boolean) => number;
  wordSize: number;
  /** Offsets in the file header: sizes and counts of segments and sections (figure 4-3). */
  header: { segmentSize: number; segmentCount: number; sectionSize: number; sectionCount: number };
  /** Size of a symbol and offsets in it (figure 4-16). */
  symbol: { size: number; info: number; section: number };
  /** Offsets in a program header (figure 5-1). */
  segment: { offset: number; address: number; size: number };
}

const class64: Class = {
  word: (view, at, little) => Number(view.getBigUint64(at, little)),
  wordSize: 8,
  header: { segmentSize: 54, segmentCount: 56, sectionSize: 58, sectionCount: 60 },
  symbol: { size: 24, info: 4, section: 6 },
  segment: { offset: 8, address: 16, size: 32 },
};
const class32: Class = {
  word: (view, at, little) => view.getUint32(at, little),
  wordSize: 4,
  header: { segmentSize: 42, segmentCount: 44, sectionSize: 46, sectionCount: 48 },
  symbol: { size: 16, info: 12, section: 14 },
  segment: { offset: 4, address: 8, size: 16 },
};

/** Range of bytes of a file. */
interface Range {
  offset: number;
  size: number;
}

/** Entry of the section table (figure 4-8). */
interface Section extends Range {
  type: number;
  /** Index of the section of the strings. */
  link: number;
}

/** Entry of the program header table. */
interface Segment extends Range {
  type: number;
  address: number;
}

/** Entry of the dynamic section. */
interface DynamicEntry {
  tag: number;
  value: number;
}

/**
 * Reads the dynamic symbols and the dynamic section of an ELF file. Throws a RangeError for an
 * address outside the file.
 */
export function readElf(bytes: Uint8Array): Headers {
  const file = new ElfFile(bytes);
  const exports = file.names((binding) => binding !== 0);
  const segments = file.segments();
  const entries = file.dynamicEntries(segments);
  const table = entries.find((entry) => entry.tag === tag.strings);
  const texts = (...tags: number[]): string[] =>
    table === undefined
      ? []
      : entries
          .filter((entry) => tags.includes(entry.tag))
          .map(({ value }) => cString(bytes, offsetOf(segments, table.value) + value));
  return {
    architectures: [machines[file.u16(18)] ?? []].flat(),
    shared: file.u16(16) === sharedObject,
    exports,
    needed: texts(tag.needed),
    runPath: texts(tag.runPath, tag.runPathOld)[0],
  };
}

/**
 * Returns the names of variables of an ELF file that a process has once, although several libraries
 * define them. C++ compilers make such symbols of variables in templates and inline functions.
 * Throws a RangeError for a file without a table of its symbols.
 */
export function uniqueNames(bytes: Uint8Array): Set<string> {
  const file = new ElfFile(bytes);
  if (file.names(() => true).size === 0) throw new RangeError('no table of symbols');
  return file.names((binding) => binding === uniqueBinding);
}

/** Returns the offset in the file of an address in memory. */
function offsetOf(segments: readonly Segment[], address: number): number {
  const segment = segments.find(
    (s) => s.type === loadedSegment && address >= s.address && address < s.address + s.size,
  );
  if (segment === undefined) throw new RangeError('address outside the file');
  return address - segment.address + segment.offset;
}

/** Tables of an ELF file, read in its byte order and word size. */
class ElfFile {
  private readonly view: DataView;
  private readonly little: boolean;
  private readonly class: Class;

  constructor(private readonly bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.class = this.view.getUint8(4) === 2 ? class64 : class32;
    this.little = this.view.getUint8(5) === 1;
  }

  u16(at: number): number {
    return this.view.getUint16(at, this.little);
  }

  /** Returns the names of the dynamic symbols that the file defines with such a binding. */
  names(accepts: (binding: number) => boolean): Set<string> {
    const { symbol } = this.class;
    const names = new Set<string>();
    for (const { type, offset, size, link } of this.sections()) {
      if (type !== dynamicSymbols) continue;
      const strings = this.section(link).offset;
      for (let at = offset; at < offset + size; at += symbol.size) {
        const isWanted = accepts(this.view.getUint8(at + symbol.info) >> 4);
        const isDefined = this.u16(at + symbol.section) !== 0;
        if (isDefined && isWanted) names.add(cString(this.bytes, strings + this.u32(at)));
      }
    }
    return names;
  }

  segments(): Segment[] {
    const { header, segment, wordSize } = this.class;
    const first = this.word(24 + wordSize);
    const size = this.u16(header.segmentSize);
    return Array.from({ length: this.u16(header.segmentCount) }, (_, k) => {
      const at = first + k * size;
      return {
        type: this.u32(at),
        offset: this.word(at + segment.offset),
        address: this.word(at + segment.address),
        size: this.word(at + segment.size),
      };
    });
  }

  /** Returns the entries of the last dynamic segment, up to the null entry. */
  dynamicEntries(segments: readonly Segment[]): DynamicEntry[] {
    const entries: DynamicEntry[] = [];
    const dynamic = segments.filter(({ type }) => type === dynamicSegment).at(-1);
    if (dynamic === undefined) return entries;
    const { wordSize } = this.class;
    for (let at = dynamic.offset; at < dynamic.offset + dynamic.size; at += 2 * wordSize) {
      const entry = { tag: this.word(at), value: this.word(at + wordSize) };
      if (entry.tag === 0) break;
      entries.push(entry);
    }
    return entries;
  }

  /** Yields the sections one by one, so that a false count fails at the end of the file. */
  private *sections(): Generator<Section> {
    const count = this.u16(this.class.header.sectionCount);
    for (let k = 0; k < count; k++) yield this.section(k);
  }

  private section(k: number): Section {
    const { header, wordSize } = this.class;
    const at = this.word(24 + 2 * wordSize) + k * this.u16(header.sectionSize);
    return {
      type: this.u32(at + 4),
      offset: this.word(at + 8 + 2 * wordSize),
      size: this.word(at + 8 + 3 * wordSize),
      link: this.u32(at + 8 + 4 * wordSize),
    };
  }

  private u32(at: number): number {
    return this.view.getUint32(at, this.little);
  }

  private word(at: number): number {
    return this.class.word(this.view, at, this.little);
  }
}
