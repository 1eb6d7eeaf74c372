type Interface = Record<string, unknown>;

/**
 * WASI 0.2 as far as it can be answered without giving a unit anything: compilers import it for what a simulation does
 * not need (arguments, an exit code, where a panic is printed). There are no arguments, no environment, no directories,
 * no terminal; the input is at its end, what is written is logged, an exit ends the unit. Without a directory no file can
 * be named, so the file system's functions are never reached. The network is not here; clocks and random numbers are in
 * `virtual-wasi.ts`: empty answers of theirs would be wrong ones.
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
    // WASI 0.2 allows the same seed every time: it spreads the keys of hash tables and nothing else.
    'wasi:random/insecure-seed': { insecureSeed: () => [0n, 0n], getInsecureSeed: () => [0n, 0n] },
  };
}

/** A unit has asked for the end of its program: there is no program to end but its own. */
function exit(): never {
  throw new Error('it called exit');
}

/** A resource of which there is none. */
class Absent {}

export class Pollable {
  ready(): boolean {
    return true;
  }
  block(): void {}
}

/** Bytes that a stream has taken in one call. */
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

/** At its end from the beginning. */
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
