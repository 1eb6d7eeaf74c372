import { common2, coSimulation2, functions3, modelExchange2 } from '../model/required-functions.ts';

/** Parts of a synthetic library. The defaults give a conforming library for x86_64-linux. */
export interface ElfParts {
  machine?: number;
  /** 3: shared object, 2: executable. */
  type?: number;
  exports?: readonly string[];
  needed?: readonly string[];
  runPath?: string;
}

const everything = [...functions3, ...common2, ...coSimulation2, ...modelExchange2];

/** Sizes of the parts of a 64-bit ELF file [bytes] (System V ABI). */
const sizes = { header: 64, segment: 56, symbol: 24, entry: 16, section: 64 } as const;

/** Returns an ELF file of headers only: dynamic symbols and a dynamic section, no code. */
export function elf({
  machine = 62,
  type = 3,
  exports = everything,
  needed = [],
  runPath,
}: ElfParts = {}): Uint8Array {
  const strings = new StringTable();
  const names = exports.map((name) => strings.add(name));
  const dynamic = [
    ...needed.map((name) => [1, strings.add(name)]),
    ...(runPath === undefined ? [] : [[29, strings.add(runPath)]]),
  ];
  const symbolsAt = sizes.header + 2 * sizes.segment;
  const dynamicAt = symbolsAt + sizes.symbol * (names.length + 1);
  const stringsAt = dynamicAt + sizes.entry * (dynamic.length + 2);
  const sectionsAt = stringsAt + strings.text.length;
  const file = new ElfWriter(sectionsAt + 3 * sizes.section);
  file.writeHeader(type, machine, sectionsAt);
  // One segment is the whole file at address 0, the other the dynamic section in it.
  file.writeSegment(0, { kind: 1, at: 0, size: file.bytes.length });
  file.writeSegment(1, { kind: 2, at: dynamicAt, size: stringsAt - dynamicAt });
  file.writeSymbols(symbolsAt, names);
  file.writeDynamic(dynamicAt, [...dynamic, [5, stringsAt]]);
  file.bytes.set(new TextEncoder().encode(strings.text), stringsAt);
  const symbols = { kind: 11, at: symbolsAt, size: dynamicAt - symbolsAt };
  const stringSection = { kind: 3, at: stringsAt, size: strings.text.length };
  file.writeSection(sectionsAt + sizes.section, symbols, 2);
  file.writeSection(sectionsAt + 2 * sizes.section, stringSection, 0);
  return file.bytes;
}

/** Strings of a file, each with a terminating zero. */
class StringTable {
  text = '\0';

  /** Adds a string. Returns its offset. */
  add(text: string): number {
    const at = this.text.length;
    this.text += `${text}\0`;
    return at;
  }
}

/** Segment or section: its type in the standard, offset and size [bytes]. */
interface Part {
  kind: number;
  at: number;
  size: number;
}

/** Writer of the tables of a little-endian 64-bit ELF file. */
class ElfWriter {
  readonly bytes: Uint8Array;
  private readonly view: DataView;

  constructor(size: number) {
    this.bytes = new Uint8Array(size);
    this.view = new DataView(this.bytes.buffer);
  }

  writeHeader(type: number, machine: number, sectionsAt: number): void {
    this.bytes.set([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]);
    this.u16(16, type);
    this.u16(18, machine);
    this.u64(32, sizes.header);
    this.u64(40, sectionsAt);
    this.u16(54, sizes.segment);
    this.u16(56, 2);
    this.u16(58, sizes.section);
    this.u16(60, 3);
  }

  /** Writes program header k. Its address in memory is its offset in the file. */
  writeSegment(k: number, { kind, at, size }: Part): void {
    const header = sizes.header + sizes.segment * k;
    this.u32(header, kind);
    this.u64(header + 8, at);
    this.u64(header + 16, at);
    this.u64(header + 32, size);
  }

  /** Writes the null symbol and a defined global function for every name. */
  writeSymbols(symbolsAt: number, names: readonly number[]): void {
    names.forEach((name, k) => {
      const at = symbolsAt + sizes.symbol * (k + 1);
      this.u32(at, name);
      this.bytes[at + 4] = 0x12;
      this.u16(at + 6, 1);
    });
  }

  writeDynamic(dynamicAt: number, entries: readonly number[][]): void {
    entries.forEach(([tag, value], k) => {
      this.u64(dynamicAt + sizes.entry * k, tag);
      this.u64(dynamicAt + sizes.entry * k + 8, value);
    });
  }

  writeSection(header: number, { kind, at, size }: Part, link: number): void {
    this.u32(header + 4, kind);
    this.u64(header + 24, at);
    this.u64(header + 32, size);
    this.u32(header + 40, link);
  }

  private u16(at: number, value: number): void {
    this.view.setUint16(at, value, true);
  }

  private u32(at: number, value: number): void {
    this.view.setUint32(at, value, true);
  }

  private u64(at: number, value: number): void {
    this.view.setBigUint64(at, BigInt(value), true);
  }
}
