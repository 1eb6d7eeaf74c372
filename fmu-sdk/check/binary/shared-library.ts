import { readElf } from '../../host/native/headers/elf.ts';
import { type Headers, noHeaders } from '../../host/native/headers/library-headers.ts';
import { readMachO } from './macho.ts';
import { readPe } from './pe.ts';

/** A shared library: its headers, read by its format. */
export interface SharedLibrary extends Headers {
  readonly format: 'ELF' | 'PE' | 'Mach-O' | 'wasm' | 'unknown';
  /** Why it could not be read further. */
  readonly fault: string | undefined;
  readonly bytes: Uint8Array;
}

export function readLibrary(bytes: Uint8Array): SharedLibrary {
  const format = formatOf(bytes);
  try {
    return { format, ...readers[format](bytes), fault: undefined, bytes };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { format, ...noHeaders, fault: 'a table lies outside the file', bytes };
  }
}

const readers: Record<SharedLibrary['format'], (bytes: Uint8Array) => Headers> = {
  ELF: readElf,
  PE: readPe,
  'Mach-O': readMachO,
  wasm: () => ({ ...noHeaders, architectures: ['wasm32'], shared: true }),
  unknown: () => noHeaders,
};

function formatOf(bytes: Uint8Array): SharedLibrary['format'] {
  const magic = [...bytes.subarray(0, 4)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  if (magic === '7f454c46') return 'ELF';
  if (magic.startsWith('4d5a')) return 'PE';
  if (['cffaedfe', 'cefaedfe', 'cafebabe'].includes(magic)) return 'Mach-O';
  return magic === '0061736d' ? 'wasm' : 'unknown';
}
