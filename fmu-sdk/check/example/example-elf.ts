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

/** An ELF file of headers only: dynamic symbols and a dynamic section, no code. */
export function elf({
  machine = 62,
  type = 3,
  exports = everything,
  needed = [],
  runPath,
}: ElfParts = {}): Uint8Array {
  let strings = '\0';
  const place = (text: string): number => {
    const at = strings.length;
    strings += `${text}\0`;
    return at;
  };
  const names = exports.map(place);
  const dynamic = [
    ...needed.map((name) => [1, place(name)]),
    ...(runPath === undefined ? [] : [[29, place(runPath)]]),
  ];
  const symbolsAt = 64 + 2 * 56;
  const dynamicAt = symbolsAt + 24 * (names.length + 1);
  const stringsAt = dynamicAt + 16 * (dynamic.length + 2);
  const sectionsAt = stringsAt + strings.length;
  const bytes = new Uint8Array(sectionsAt + 3 * 64);
  const view = new DataView(bytes.buffer);
  const u16 = (at: number, value: number): void => view.setUint16(at, value, true);
  const u32 = (at: number, value: number): void => view.setUint32(at, value, true);
  const u64 = (at: number, value: number): void => view.setBigUint64(at, BigInt(value), true);

  bytes.set([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]);
  u16(16, type);
  u16(18, machine);
  u64(32, 64);
  u64(40, sectionsAt);
  u16(54, 56);
  u16(56, 2);
  u16(58, 64);
  u16(60, 3);
  // One segment is the whole file at address 0, the other the dynamic section in it.
  u32(64, 1);
  u64(96, bytes.length);
  u32(120, 2);
  u64(128, dynamicAt);
  u64(136, dynamicAt);
  u64(152, stringsAt - dynamicAt);
  names.forEach((name, k) => {
    const at = symbolsAt + 24 * (k + 1);
    u32(at, name);
    bytes[at + 4] = 0x12;
    u16(at + 6, 1);
  });
  [...dynamic, [5, stringsAt]].forEach(([tag, value], k) => {
    u64(dynamicAt + 16 * k, tag);
    u64(dynamicAt + 16 * k + 8, value);
  });
  bytes.set(new TextEncoder().encode(strings), stringsAt);
  const section = (k: number, kind: number, offset: number, size: number, link: number): void => {
    const at = sectionsAt + 64 * k;
    u32(at + 4, kind);
    u64(at + 24, offset);
    u64(at + 32, size);
    u32(at + 40, link);
  };
  section(1, 11, symbolsAt, dynamicAt - symbolsAt, 2);
  section(2, 3, stringsAt, strings.length, 0);
  return bytes;
}
