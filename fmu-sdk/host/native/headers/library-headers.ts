/** Machines that a binary can be for, as FMI names them. */
export type Architecture = 'x86' | 'x86_64' | 'aarch32' | 'aarch64' | 'wasm32';

/** Headers of a shared library, read without running it. */
export interface Headers {
  /**
   * Architectures of the library. A Mach-O file may hold several. Empty for architectures that FMI
   * does not define.
   */
  readonly architectures: readonly Architecture[];
  /** True if a process can load the file. */
  readonly shared: boolean;
  readonly exports: ReadonlySet<string>;
  /** Libraries that the loader will look for. */
  readonly needed: readonly string[];
  /** Search path of ELF (RUNPATH), which the loader searches first. */
  readonly runPath: string | undefined;
}

export const noHeaders: Headers = {
  architectures: [],
  shared: false,
  exports: new Set(),
  needed: [],
  runPath: undefined,
};

/** Reads a zero-terminated string. Throws a RangeError if the terminator is missing. */
export function cString(bytes: Uint8Array, at: number): string {
  const end = bytes.indexOf(0, at);
  if (at < 0 || at >= bytes.length || end < 0) throw new RangeError('string outside the file');
  return new TextDecoder('latin1').decode(bytes.subarray(at, end));
}
