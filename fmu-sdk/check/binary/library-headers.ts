/** Machines that a binary can be for, as FMI names them. */
export type Architecture = 'x86' | 'x86_64' | 'aarch32' | 'aarch64' | 'wasm32';

/** What the headers of a shared library say; nothing of it is run. */
export interface Headers {
  /** Those that it holds: a Mach-O file may hold several; empty for others than FMI knows. */
  readonly architectures: readonly Architecture[];
  /** Is it made to be loaded into a process? */
  readonly shared: boolean;
  readonly exports: ReadonlySet<string>;
  /** Libraries that the loader will look for. */
  readonly needed: readonly string[];
  /** Where it looks first, for ELF. */
  readonly runPath: string | undefined;
}

export const noHeaders: Headers = {
  architectures: [],
  shared: false,
  exports: new Set(),
  needed: [],
  runPath: undefined,
};

/** A zero-terminated string; RangeError where it has no end. */
export function cString(bytes: Uint8Array, at: number): string {
  const end = bytes.indexOf(0, at);
  if (at < 0 || at >= bytes.length || end < 0) throw new RangeError('string outside the file');
  return new TextDecoder('latin1').decode(bytes.subarray(at, end));
}
