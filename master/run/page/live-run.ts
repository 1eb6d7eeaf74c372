import { messageOf } from '../../../fmu-sdk/util/user-error.ts';
import type { CheckedSystem } from '../../system/system.ts';
import type { LiveColumn } from '../rows/live-rows.ts';
import { ThinnedRows } from '../rows/thinned-rows.ts';
import type { RunResult } from '../worker/run-protocol.ts';
import { type LiveView, SystemRunner } from '../worker/system-runner.ts';

export type LiveState = 'running' | 'paused' | 'finished' | 'interrupted' | 'failed';

/**
 * Runs a system in a separate thread. Its rows are available during the run, and it can be paused
 * and stopped. Call order: `begin` once → (`pause` | `go` | `stop`)* → `dispose`.
 */
export class LiveRun {
  columns: readonly LiveColumn[] = [];
  /** Time and all columns, one row per point. */
  rows: ThinnedRows = new ThinnedRows(1, 2);
  result: RunResult | undefined;
  /** Error message of a failed run. */
  message = '';
  /** Settles when the run has ended in any way. */
  ended: Promise<void> = Promise.resolve();
  readonly runner: SystemRunner = new SystemRunner();
  private ending: LiveState | undefined;
  /** 1 while the run is paused after its present row, otherwise 0. */
  private readonly hold = new Int32Array(new SharedArrayBuffer(4));

  /** @param mostRows even number of rows in memory. Longer runs are thinned out. */
  constructor(
    private readonly system: CheckedSystem,
    private readonly mostRows?: number,
    private readonly onNote?: (text: string) => void,
  ) {}

  get state(): LiveState {
    return this.ending ?? (Atomics.load(this.hold, 0) === 0 ? 'running' : 'paused');
  }

  /**
   * Resolves when the first row is available, while the run goes on. @throws the run's error if it
   * fails before
   */
  async begin(): Promise<void> {
    const { hold, mostRows, onNote, runner, system } = this;
    let first = (): void => {};
    const begun = new Promise<void>((resolve) => {
      first = resolve;
    });
    const onRows: LiveView['onRows'] = ({ columns, memory }) => {
      this.columns = columns;
      this.rows = ThinnedRows.of(memory);
      first();
    };
    const whole = runner.runLive(system, { onNote }, { hold, mostRows, onRows });
    this.ended = whole.then(
      (result) => {
        this.result = result;
        this.ending = result.outcome;
      },
      (error: unknown) => {
        this.message = messageOf(error);
        this.ending = 'failed';
      },
    );
    await Promise.race([begun, whole]);
  }

  pause(): void {
    Atomics.store(this.hold, 0, 1);
  }

  go(): void {
    Atomics.store(this.hold, 0, 0);
    Atomics.notify(this.hold, 0);
  }

  /** Stops the run after its present step, even if it is paused. */
  stop(): void {
    this.runner.interrupt();
    this.go();
  }

  /** Ends the thread, even in the middle of a step. */
  async dispose(): Promise<void> {
    this.go();
    await this.runner.dispose();
  }
}
