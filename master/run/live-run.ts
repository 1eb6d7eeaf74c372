import { messageOf } from '../../fmu-sdk/util/user-error.ts';
import type { CheckedSystem } from '../system/system.ts';
import type { LiveColumn } from './live-rows.ts';
import type { RunResult } from './run-protocol.ts';
import { type LiveView, SystemRunner } from './system-runner.ts';
import { ThinnedRows } from './thinned-rows.ts';

export type LiveState = 'running' | 'paused' | 'finished' | 'interrupted' | 'failed';

/**
 * A run in a thread of its own whose rows can be had while it goes on, and which can be held and ended from outside. Call order: `begin`
 * once; then `pause`, `go` and `stop` as often as wanted; `dispose` at last.
 */
export class LiveRun {
  columns: readonly LiveColumn[] = [];
  /** Time and all columns, a row each. */
  rows: ThinnedRows = new ThinnedRows(1, 2);
  result: RunResult | undefined;
  /** Why it failed. */
  message = '';
  /** Settles when it has ended, however it did. */
  ended: Promise<void> = Promise.resolve();
  readonly runner: SystemRunner = new SystemRunner();
  private ending: LiveState | undefined;
  /** Whether it is held behind the row that it is at: 1 or 0. */
  private readonly hold = new Int32Array(new SharedArrayBuffer(4));

  /** `mostRows`: an even number of rows that are kept at a time; more are thinned out. */
  constructor(
    private readonly system: CheckedSystem,
    private readonly mostRows?: number,
    private readonly onNote?: (text: string) => void,
  ) {}

  get state(): LiveState {
    return this.ending ?? (Atomics.load(this.hold, 0) === 0 ? 'running' : 'paused');
  }

  /** Resolves when the first row is there; the run goes on. @throws what a run does that has none */
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

  /** Ends it after its present step, held or not. */
  stop(): void {
    this.runner.interrupt();
    this.go();
  }

  /** Ends the thread, and in the midst of its step what it runs. */
  async dispose(): Promise<void> {
    this.go();
    await this.runner.dispose();
  }
}
