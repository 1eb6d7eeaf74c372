type Interface = Record<string, unknown>;

/**
 * Empty implementation of WASI 0.2. Compilers import it for features that a simulation does not
 * need: arguments, an exit code, panic output. Arguments, environment, directories and terminal are
 * empty. Input is at its end, output is logged, and an exit ends the FMU.
 *
 * Without a directory, files cannot be named, so the functions of the file system are never
 * reached. Network functions are missing. Clocks and random numbers are in `virtual-wasi.ts`,
 * because empty answers would be wrong.
 */
export function emptyWasi(write: (stream: string, text: string) => void): Record<string, Interface> {
  const nothing = (): undefined => undefined;
  const none = (): never[] => [];
  const output = (name: string): (() => OutputStream) => {
    const stream = new OutputStream((text) => write(name, text));
    return () => stream;
  };
  const input = new InputStream();
  return {
    'wasi:cli/environment': { getArguments: none, getEnvironment: none, initialCwd: nothing },
    'wasi:cli/exit': { exit, exitWithCode: exit },
    'wasi:cli/stdin': { getStdin: () => input },
    'wasi:cli/stdout': { getStdout: output('stdout') },
    'wasi:cli/stderr': { getStderr: output('stderr') },
    'wasi:cli/terminal-input': { TerminalInput: Absent },
    'wasi:cli/terminal-output': { TerminalOutput: Absent },
    'wasi:cli/terminal-stdin': { getTerminalStdin: nothing },
    'wasi:cli/terminal-stdout': { getTerminalStdout: nothing },
    'wasi:cli/terminal-stderr': { getTerminalStderr: nothing },
    'wasi:io/error': { Error: Absent },
    'wasi:io/poll': { Pollable, poll: (list: readonly unknown[]) => Uint32Array.from(list, (_, i) => i) },
    'wasi:io/streams': { InputStream, OutputStream },
    'wasi:filesystem/preopens': { getDirectories: none },
    'wasi:filesystem/types': {
      Descriptor: Absent,
      DirectoryEntryStream: Absent,
      filesystemErrorCode: nothing,
    },
    // WASI 0.2 allows a constant seed, which is used only for the keys of hash tables.
    'wasi:random/insecure-seed': { insecureSeed: () => [0n, 0n], getInsecureSeed: () => [0n, 0n] },
  };
}

/** Ends the FMU when it asks to exit its program. */
function exit(): never {
  throw new Error('it called exit');
}

/** A resource that never exists. */
class Absent {}

export class Pollable {
  ready(): boolean {
    return true;
  }
  block(): void {}
}

/** Bytes that a stream accepts in one call. */
const room = 65536n;

class OutputStream {
  private readonly decoder = new TextDecoder();

  constructor(private readonly take: (text: string) => void) {}

  checkWrite(): bigint {
    return room;
  }
  write(bytes: Uint8Array): void {
    const text = this.decoder.decode(bytes, { stream: true });
    if (text !== '') this.take(text);
  }
  blockingWriteAndFlush(bytes: Uint8Array): void {
    this.write(bytes);
  }
  flush(): void {}
  blockingFlush(): void {}
  subscribe(): Pollable {
    return new Pollable();
  }
}

/** An input stream that is at its end from the start. */
class InputStream {
  read(): never {
    throw { tag: 'closed' };
  }
  blockingRead(): never {
    throw { tag: 'closed' };
  }
  subscribe(): Pollable {
    return new Pollable();
  }
}
