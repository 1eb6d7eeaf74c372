import { type Architecture, cString, type Headers } from '../../host/native/headers/library-headers.ts';

const machines: Readonly<Record<number, Architecture>> = {
  7: 'x86',
  16777223: 'x86_64',
  12: 'aarch32',
  16777228: 'aarch64',
};

const command = { symbols: 2, load: 12 } as const;
const fat = 0xcafebabe;
const magic64 = 0xfeedfacf;
const dynamicLibrary = 6;
const bundle = 8;

/**
 * Reads a Mach-O file, including one for several machines. Throws a RangeError for an address
 * outside the file.
 */
export function readMachO(bytes: Uint8Array): Headers {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(0) !== fat) return readSlice(bytes);
  const slices = Array.from({ length: view.getUint32(4) }, (_, k) => {
    const [offset, size] = [view.getUint32(16 + 20 * k), view.getUint32(20 + 20 * k)];
    if (offset + size > bytes.length) throw new RangeError('slice outside the file');
    return readSlice(bytes.subarray(offset, offset + size));
  });
  return { ...slices[0], architectures: slices.flatMap((slice) => slice.architectures) };
}

function readSlice(bytes: Uint8Array): Headers {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const u32 = (at: number): number => view.getUint32(at, true);
  const exports = new Set<string>();
  const needed: string[] = [];
  let at = u32(0) === magic64 ? 32 : 28;
  for (let k = 0; k < u32(16); k++, at += u32(at + 4)) {
    if (u32(at + 4) < 8) throw new RangeError('load command without a size');
    const kind = u32(at) & 0x7fffffff;
    if (kind === command.load) needed.push(cString(bytes, at + u32(at + 8)));
    if (kind === command.symbols) symbols(bytes, view, at, u32(0) === magic64 ? 16 : 12, exports);
  }
  return {
    architectures: [machines[u32(4)] ?? []].flat(),
    shared: [dynamicLibrary, bundle].includes(u32(12)),
    exports,
    needed,
    runPath: undefined,
  };
}

/** External, defined symbols, without the underscore that C names have here. */
function symbols(bytes: Uint8Array, view: DataView, at: number, size: number, exports: Set<string>): void {
  const [offset, count, strings] = [8, 12, 16].map((field) => view.getUint32(at + field, true));
  for (let symbol = offset; symbol < offset + count * size; symbol += size) {
    const type = view.getUint8(symbol + 4);
    const isDebug = (type & 0xe0) !== 0;
    if (!isDebug && (type & 1) === 1 && (type & 0x0e) !== 0)
      exports.add(cString(bytes, strings + view.getUint32(symbol, true)).replace(/^_/, ''));
  }
}
