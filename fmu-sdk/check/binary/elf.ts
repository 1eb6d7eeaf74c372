import { type Architecture, cString, type Headers } from './library-headers.ts';

const machines: Readonly<Record<number, Architecture>> = {
  3: 'x86',
  62: 'x86_64',
  40: 'aarch32',
  183: 'aarch64',
};

const sharedObject = 3;
const dynamicSymbols = 11;
const dynamicSegment = 2;
const tag = { needed: 1, strings: 5, runPathOld: 15, runPath: 29 } as const;

/**
 * Sizes and offsets that differ between 32 and 64 bits (System V ABI, figures 4-3, 4-8, 4-16, 5-1).
 */
interface Class {
  word: (view: DataView, at: number, little: boolean) => number;
  wordSize: number;
}

const class64: Class = { word: (view, at, little) => Number(view.getBigUint64(at, little)), wordSize: 8 };
const class32: Class = { word: (view, at, little) => view.getUint32(at, little), wordSize: 4 };

/**
 * Reads the dynamic symbols and the dynamic section of an ELF file. Throws a RangeError for an
 * address outside the file.
 */
export function readElf(bytes: Uint8Array): Headers {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const is64Bit = view.getUint8(4) === 2;
  const little = view.getUint8(5) === 1;
  const { word, wordSize } = is64Bit ? class64 : class32;
  const u16 = (at: number): number => view.getUint16(at, little);
  const u32 = (at: number): number => view.getUint32(at, little);
  const at = (offset: number): number => word(view, offset, little);

  const exports = new Set<string>();
  const sections = at(24 + 2 * wordSize);
  const [sectionSize, sectionCount] = [u16(is64Bit ? 58 : 46), u16(is64Bit ? 60 : 48)];
  const section = (k: number): { type: number; offset: number; size: number; link: number } => {
    const start = sections + k * sectionSize;
    return {
      type: u32(start + 4),
      offset: at(start + 8 + 2 * wordSize),
      size: at(start + 8 + 3 * wordSize),
      link: u32(start + 8 + 4 * wordSize),
    };
  };
  for (let k = 0; k < sectionCount; k++) {
    const { type, offset, size, link } = section(k);
    if (type !== dynamicSymbols) continue;
    const strings = section(link).offset;
    const entry = is64Bit ? 24 : 16;
    for (let symbol = offset; symbol < offset + size; symbol += entry) {
      const [info, defined] = is64Bit
        ? [view.getUint8(symbol + 4), u16(symbol + 6)]
        : [view.getUint8(symbol + 12), u16(symbol + 14)];
      if (defined !== 0 && info >> 4 !== 0) exports.add(cString(bytes, strings + u32(symbol)));
    }
  }

  const loads: { offset: number; address: number; size: number }[] = [];
  let dynamic: { offset: number; size: number } | undefined;
  const [segments, segmentSize, segmentCount] = [
    at(24 + wordSize),
    u16(is64Bit ? 54 : 42),
    u16(is64Bit ? 56 : 44),
  ];
  for (let k = 0; k < segmentCount; k++) {
    const start = segments + k * segmentSize;
    const offset = at(start + (is64Bit ? 8 : 4));
    const address = at(start + (is64Bit ? 16 : 8));
    const size = at(start + (is64Bit ? 32 : 16));
    if (u32(start) === 1) loads.push({ offset, address, size });
    if (u32(start) === dynamicSegment) dynamic = { offset, size };
  }
  const inFile = (address: number): number => {
    const load = loads.find((l) => address >= l.address && address < l.address + l.size);
    if (load === undefined) throw new RangeError('address outside the file');
    return address - load.address + load.offset;
  };

  const entries: [number, number][] = [];
  if (dynamic !== undefined)
    for (let k = dynamic.offset; k < dynamic.offset + dynamic.size; k += 2 * wordSize) {
      const entry: [number, number] = [at(k), at(k + wordSize)];
      if (entry[0] === 0) break;
      entries.push(entry);
    }
  const table = entries.find(([kind]) => kind === tag.strings);
  const texts = (...kinds: number[]): string[] =>
    table === undefined
      ? []
      : entries
          .filter(([kind]) => kinds.includes(kind))
          .map(([, value]) => cString(bytes, inFile(table[1]) + value));
  return {
    architectures: [machines[u16(18)] ?? []].flat(),
    shared: u16(16) === sharedObject,
    exports,
    needed: texts(tag.needed),
    runPath: texts(tag.runPath, tag.runPathOld)[0],
  };
}
