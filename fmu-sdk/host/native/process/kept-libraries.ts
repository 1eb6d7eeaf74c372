import type { FmiApi, FmuGoneError } from '../../instance/fmi-api.ts';

/** Number of instances after which a process ends, so that leaks of an FMU stay small. */
const mostInstances = 1000;
/** Number of libraries that wait for their next instance. */
const mostKept = 64;

/** A library that serves one instance after the other, as `LoadedLibrary`. */
export interface ServingLibrary {
  readonly count: number;
  calls(close: () => FmuGoneError | undefined): FmiApi;
  renew(): boolean;
  close(): FmuGoneError | undefined;
}

/** A library that waits, and the description of its sandbox. */
interface Kept {
  readonly binary: object;
  readonly limits: string;
  readonly library: ServingLibrary;
  readonly words: string;
}

/**
 * Libraries of isolated FMUs that wait for their next instance, so that a run costs no new process.
 * An instance in a kept library starts with the same calls as in a new one. Only static data of the
 * library and side effects differ, which `isUsed` lets the owner check.
 */
export class KeptLibraries {
  private waiting: Kept[] = [];
  /** True if an instance was opened in a kept library since the owner last set this to false. */
  isUsed = false;
  /** False to load each library again. */
  isOn = true;
  /** Wall time of all loading so far [s]. */
  loadSeconds = 0;

  /** Returns a library that was loaded from this binary with these limits, if one waits. */
  take(binary: object, limits: string): Kept | undefined {
    if (!this.isOn) return undefined;
    const kept = this.waiting.find((each) => each.binary === binary && each.limits === limits);
    if (kept === undefined) return undefined;
    this.waiting = this.waiting.filter((each) => each !== kept);
    this.isUsed = true;
    return kept;
  }

  /** Loads a library and measures the time. */
  async loaded(load: () => Promise<ServingLibrary>): Promise<ServingLibrary> {
    const begin = performance.now();
    const library = await load();
    this.loadSeconds += (performance.now() - begin) / 1000;
    return library;
  }

  /** Takes a library after its instance has ended. Returns false if it must be closed. */
  give(kept: Kept): boolean {
    if (!this.isOn || kept.library.count >= mostInstances || !kept.library.renew()) return false;
    this.waiting.push(kept);
    if (this.waiting.length > mostKept) this.waiting.shift()?.library.close();
    return true;
  }

  /** Closes all waiting libraries. */
  close(): void {
    for (const { library } of this.waiting) library.close();
    this.waiting = [];
  }
}
