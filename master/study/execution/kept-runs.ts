import type { KeptLibraries } from '../../../fmu-sdk/host/native/process/kept-libraries.ts';

/** Repeated runs should take at most this share of the time. */
const repeatedShare = 0.1;
/** Largest number of runs that wait for a repeated one. */
const mostWaiting = 512;

/**
 * Decides whether the next runs keep the libraries of native FMUs, and whether these runs hold. The
 * first run in a kept library and the last one of each row are repeated in new processes. If an outcome
 * differs, the FMU keeps static data from one run to the next: all runs in kept libraries are repeated,
 * and libraries are kept no longer.
 */
export class KeptRuns {
  /** Wall time of the last run in new processes, and its part that loaded libraries [s]. */
  private fresh = 0;
  private loading = 0;
  private loadedBefore = 0;
  private isTrusted = true;
  /** True after a run in a kept library was repeated with the same outcome. */
  private isProven = false;

  constructor(private readonly libraries: KeptLibraries) {
    libraries.isOn = false;
  }

  /** Begins a row of runs. They keep libraries if that saves more than the repeated run costs. */
  begin(count: number): void {
    this.libraries.isOn = this.isTrusted && count * this.loading > this.fresh;
    this.libraries.isUsed = false;
  }

  /** Reports whether a run since `begin` has used a kept library. */
  get mustConfirm(): boolean {
    return this.libraries.isUsed;
  }

  /** Reports whether a run has to be confirmed before the next one begins. */
  get mustConfirmNow(): boolean {
    return this.libraries.isUsed && !this.isProven;
  }

  /** Number of runs in a row from which on the repeated run is cheap, or 1 if keeping saves little. */
  get wanted(): number {
    const { fresh, loading } = this;
    if (!this.isTrusted || loading < fresh / 2) return 1;
    const kept = Math.max(fresh - loading, repeatedShare * fresh);
    return Math.min(mostWaiting, Math.ceil(fresh / (repeatedShare * kept)));
  }

  /** Records the wall time of a run [s]. */
  took(seconds: number): void {
    const { loadSeconds, isUsed } = this.libraries;
    if (!isUsed) {
      this.fresh = seconds;
      this.loading = loadSeconds - this.loadedBefore;
    }
    this.loadedBefore = loadSeconds;
  }

  /** Makes a run in new processes. */
  async afresh<T>(run: () => Promise<T>): Promise<T> {
    const { libraries } = this;
    const { isOn } = libraries;
    libraries.isOn = false;
    try {
      return await run();
    } finally {
      libraries.isOn = isOn;
      this.loadedBefore = libraries.loadSeconds;
    }
  }

  /** Records that a repeated run gave the same outcome. */
  trust(): void {
    this.isProven = true;
  }

  /** Ends keeping, because a repeated run gave another outcome. */
  distrust(): void {
    this.isTrusted = false;
    this.libraries.isOn = false;
    this.libraries.close();
  }
}
