import { readElf } from './elf.ts';
import { readMachO } from './macho.ts';
import { readPe } from './pe.ts';

export type Architecture = 'x86' | 'x86_64' | 'aarch32' | 'aarch64' | 'wasm32';

/** What the headers of a shared library say; nothing of it is run. */
export interface SharedLibrary {
  readonly format: 'ELF' | 'PE' | 'Mach-O' | 'wasm' | 'unknown';
  /** Those that it holds: a Mach-O file may hold several; empty for others than FMI knows. */
  readonly architectures: readonly Architecture[];
  /** Is it made to be loaded into a process? */
  readonly shared: boolean;
  readonly exports: ReadonlySet<string>;
  /** Libraries that the loader will look for. */
  readonly needed: readonly string[];
  /** Where it looks first, for ELF. */
  readonly runPath: string | undefined;
  /** Why it could not be read further. */
  readonly fault: string | undefined;
  readonly bytes: Uint8Array;
}

/** What a reader of one format finds. */
export type Headers = Omit<SharedLibrary, 'format' | 'fault' | 'bytes'>;

export const noHeaders: Headers = {
  architectures: [],
  shared: false,
  exports: new Set(),
  needed: [],
  runPath: undefined,
};

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

/** A zero-terminated string; RangeError where it has no end. */
export function cString(bytes: Uint8Array, at: number): string {
  const end = bytes.indexOf(0, at);
  if (at < 0 || at >= bytes.length || end < 0) throw new RangeError('string outside the file');
  return new TextDecoder('latin1').decode(bytes.subarray(at, end));
}
