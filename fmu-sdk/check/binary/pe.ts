import { type Architecture, cString, type Headers } from '../../host/native/headers/library-headers.ts';

const machines: Readonly<Record<number, Architecture>> = {
  332: 'x86',
  34404: 'x86_64',
  452: 'aarch32',
  43620: 'aarch64',
};

const isDll = 0x2000;
const plus = 0x20b;

/**
 * Reads the export and import tables of a PE file (Microsoft PE format). Throws a RangeError for an
 * address outside the file.
 */
export function readPe(bytes: Uint8Array): Headers {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const u16 = (at: number): number => view.getUint16(at, true);
  const u32 = (at: number): number => view.getUint32(at, true);
  const header = u32(0x3c);
  if (u32(header) !== 0x4550) throw new RangeError('no PE header');
  const coff = header + 4;
  const optional = coff + 20;
  const directories = optional + (u16(optional) === plus ? 112 : 96);
  const sections = optional + u16(coff + 16);
  const inFile = (address: number): number => {
    for (let k = 0; k < u16(coff + 2); k++) {
      const section = sections + 40 * k;
      const start = u32(section + 12);
      if (address >= start && address < start + u32(section + 16)) return address - start + u32(section + 20);
    }
    throw new RangeError('address outside the file');
  };

  const exports = new Set<string>();
  const exported = u32(directories);
  if (exported !== 0) {
    const table = inFile(exported);
    const names = inFile(u32(table + 32));
    for (let k = 0; k < u32(table + 24); k++) exports.add(cString(bytes, inFile(u32(names + 4 * k))));
  }
  const needed: string[] = [];
  const imported = u32(directories + 8);
  if (imported !== 0)
    for (let entry = inFile(imported); u32(entry + 12) !== 0; entry += 20)
      needed.push(cString(bytes, inFile(u32(entry + 12))));
  return {
    architectures: [machines[u16(coff)] ?? []].flat(),
    shared: (u16(coff + 18) & isDll) !== 0,
    exports,
    needed,
    runPath: undefined,
  };
}
