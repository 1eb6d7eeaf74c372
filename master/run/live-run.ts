import { messageOf } from '../../fmu-sdk/error.ts';
import type { Column, ObserverKind } from '../observe/observer.ts';
import type { CheckedSystem } from '../system/system.ts';
import type { RunResult } from './protocol.ts';
import { simulate } from './simulate.ts';
import { ThinnedRows } from './thinned-rows.ts';

export type LiveState = 'running' | 'paused' | 'finished' | 'interrupted' | 'failed';

/**
 * A run whose rows can be had while it goes on, and which can be held and ended from outside. Call order: `begin` once; then
 * `pause`, `go` and `stop` as often as wanted.
 */
export class LiveRun {
  columns: readonly Column[] = [];
  /** Time and all columns, a row each. */
  rows: ThinnedRows = new ThinnedRows(1, 2);
  result: RunResult | undefined;
  /** Why it failed. */
  message = '';
  private ending: LiveState | undefined;
  private held: Promise<void> | undefined;
  private release: () => void = () => {};
  private readonly abort = new AbortController();

  /** `mostRows`: an even number of rows that are kept at a time; more are thinned out. */
  constructor(
    private readonly system: CheckedSystem,
    private readonly mostRows?: number,
  ) {}

  get state(): LiveState {
    return this.ending ?? (this.held === undefined ? 'running' : 'paused');
  }

  /** Resolves when the first row is there; the run goes on. */
  async begin(): Promise<void> {
    const { signal } = this.abort;
    const kept: ObserverKind = {
      name: 'live',
      observe: ({ columns, time }) => {
        this.columns = columns;
        const rows = new ThinnedRows(columns.length + 1, this.mostRows);
        this.rows = rows;
        const fill = (row: Float64Array): void => {
          row[0] = time();
          for (let k = 0; k < columns.length; k++) row[k + 1] = Number(columns[k].read());
        };
        return { row: () => rows.add(fill) };
      },
    };
    const run = simulate(this.system, { observers: [kept], signal })[Symbol.asyncIterator]();
    await run.next();
    void this.follow(run as AsyncGenerator<unknown, RunResult>);
  }

  private async follow(run: AsyncGenerator<unknown, RunResult>): Promise<void> {
    try {
      for (;;) {
        if (this.held !== undefined) await this.held;
        const { done, value } = await run.next();
        if (!done) continue;
        this.result = value as RunResult;
        this.ending = this.result.outcome;
        return;
      }
    } catch (error) {
      this.message = messageOf(error);
      this.ending = 'failed';
    }
  }

  pause(): void {
    this.held ??= new Promise((resolve) => {
      this.release = resolve;
    });
  }

  go(): void {
    this.held = undefined;
    this.release();
  }

  /** Ends it after its present step, held or not. */
  stop(): void {
    this.abort.abort();
    this.go();
  }
}
