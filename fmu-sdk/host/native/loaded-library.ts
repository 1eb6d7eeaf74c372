import { type FmuGoneError, status } from '../instance/fmi-api.ts';
import type { Addon, Handle } from './addon.ts';
import { type NativeCallOptions, NativeCalls } from './calls/native-calls.ts';
import type { EngineClient } from './engine/engine-client.ts';
import { Memory } from './shared-buffers.ts';

/**
 * An FMU's library, loaded in a process of its own or in this process. It serves one instance after
 * the other.
 *
 * Call order: (`calls` → … → `renew`)* → `close`.
 */
export class LoadedLibrary {
  readonly memory: Memory;
  private instances = 0;
  private isClosed = false;

  /**
   * @param released runs once after the library was unloaded
   */
  constructor(
    private readonly addon: Addon,
    private readonly unit: Handle,
    private readonly line: EngineClient,
    private readonly released: () => void,
    private readonly options: Omit<NativeCallOptions, 'memory' | 'close'>,
  ) {
    this.memory = new Memory(addon, unit);
  }

  /** Number of instances so far. */
  get count(): number {
    return this.instances;
  }

  /** Returns the functions for the next instance. `close` runs when they are closed. */
  calls(close: () => FmuGoneError | undefined): NativeCalls {
    this.instances++;
    const { memory } = this;
    return new NativeCalls(this.addon, this.unit, this.line, { ...this.options, memory, close });
  }

  /**
   * Frees the instance and all its buffers. Returns false if the next instance needs a new process,
   * because the FMU has failed or left files in its working folder.
   */
  renew(): boolean {
    try {
      this.line.takeLog();
      this.line.begin();
      if (this.line.transact('renew') !== status.ok) return false;
      this.memory.clear();
      return true;
    } catch {
      return false;
    }
  }

  /** Unloads the library and releases all resources. Returns the end of the FMU if it died there. */
  close(): FmuGoneError | undefined {
    const end = this.line.close();
    if (!this.isClosed) this.released();
    this.isClosed = true;
    return end;
  }
}
