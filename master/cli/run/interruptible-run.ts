import { keptRowsText } from '../../run/loop/run-loop.ts';
import { shortRun } from '../../run/loop/short-run.ts';
import type { RunResult } from '../../run/worker/run-protocol.ts';
import { type RunnerOptions, SystemRunner } from '../../run/worker/system-runner.ts';
import type { CheckedSystem } from '../../system/system.ts';
import { printError } from '../command.ts';
import { describeHangingRun, exit, forceEnd } from '../exit/shutdown.ts';
import { onSignals } from '../exit/signals.ts';

/**
 * Longest time that a run is tried in this thread, which cannot react to signals meanwhile [ms].
 */
const maxShortRunMilliseconds = 250;

/**
 * Run that signals can end: the first one after the present step, the second one at once. Call
 * order: `run` → `dispose`.
 */
export class InterruptibleRun {
  /** Exit code that the last signal asks for, 0 without a signal. */
  code = 0;
  private readonly runner = new SystemRunner();
  private readonly stopListening: () => void;
  private running: Promise<RunResult> | undefined;
  private isShort = false;
  private forced: Promise<void> | undefined;

  constructor() {
    this.stopListening = onSignals(
      (code) => this.interrupt(code),
      (code) => void this.force(code),
    );
  }

  /** Runs a system of a series, whose systems differ in steps and coupling alone. */
  runInSeries(system: CheckedSystem, options: RunnerOptions): Promise<RunResult> {
    this.isShort = false;
    this.running = this.runner.runInSeries(system, options);
    return this.running;
  }

  /** Runs a system, in this thread if that is short. */
  async run(system: CheckedSystem, options: RunnerOptions): Promise<RunResult> {
    // At most as long as the command has taken so far, whatever the machine.
    const short = shortRun(system, options, Math.min(maxShortRunMilliseconds, performance.now()));
    this.isShort = short !== undefined;
    this.running = short === undefined ? this.runner.run(system, options) : Promise.resolve(short);
    // Signals that arrived meanwhile take effect before an immediate.
    if (this.isShort) await new Promise((resolve) => setImmediate(resolve));
    return this.running;
  }

  /** True if a signal arrived during a run in this thread, which has ended since. */
  get wasSignalled(): boolean {
    return this.isShort && this.code !== 0;
  }

  /**
   * Waits for a forced end after an error of the run. Returns false without a forced end. It kills
   * the process of an FMU, so that error is expected. Only its further lines are printed.
   */
  async endedByForce(error: unknown): Promise<boolean> {
    if (this.forced === undefined) return false;
    const rest = (error as Error).message.split('\n').slice(1).join('\n').trim();
    if (rest !== '') printError(rest);
    await this.forced;
    return true;
  }

  async dispose(): Promise<void> {
    await this.runner.dispose();
    this.stopListening();
  }

  private interrupt(code: number): void {
    this.code = code;
    if (this.isShort) return;
    if (!this.runner.interrupt()) process.exit(code);
    void describeHangingRun(this.runner).then((what) => {
      if (this.forced !== undefined) return;
      printError(`fmu: ${what}`);
      return this.force(code);
    });
  }

  private force(code: number): Promise<void> {
    this.code = code;
    this.forced ??= this.endNow(code);
    return this.forced;
  }

  private async endNow(code: number): Promise<void> {
    const { rowsFile, stuck } = await forceEnd(this.runner, this.running);
    exit(code, rowsFile === undefined ? '' : keptRowsText(rowsFile).trim(), stuck);
  }
}
