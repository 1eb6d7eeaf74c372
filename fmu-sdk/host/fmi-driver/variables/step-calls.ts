import { type FmiApi, type FmiCall, type SplitBatch, type Status, status } from '../../instance/fmi-api.ts';
import type { InputDerivatives } from './input-derivatives.ts';
import { getting, setting } from './variable-access.ts';
import type { Group } from './variable-groups.ts';

/**
 * The calls of a co-simulation step: sets inputs, makes the step, gets outputs. Input derivatives
 * follow the inputs that they belong to (FMI 2.0), because some FMUs hold an input that is set.
 */
export class StepCalls {
  /** Calls of a step without derivatives, made together. */
  readonly ops: readonly FmiCall[];
  readonly batch: () => Status;
  /** Calls that were made last, to find the one that failed. */
  lastOps: readonly FmiCall[];
  private readonly setOps: readonly FmiCall[];
  private readonly goOps: readonly FmiCall[];
  private readonly set: () => Status;
  private readonly go: () => Status;
  /** Split calls of an FMU in a separate process. */
  private readonly posted: SplitBatch | undefined;
  private readonly postedGo: SplitBatch | undefined;
  private waiting: SplitBatch | undefined;
  private setAnswer: Status = status.ok;

  constructor(
    calls: FmiApi,
    sets: readonly Group[],
    reads: readonly Group[],
    private readonly derivatives: InputDerivatives,
  ) {
    this.setOps = setting(sets);
    this.goOps = [{ op: 'doStep' }, ...getting(reads)];
    this.ops = [...this.setOps, ...this.goOps];
    this.lastOps = this.ops;
    this.batch = calls.batch(this.ops);
    this.set = derivatives.byCalls ? calls.batch(this.setOps) : this.batch;
    this.go = derivatives.byCalls ? calls.batch(this.goOps) : this.batch;
    this.posted = calls.posted?.(this.batch);
    this.postedGo = derivatives.byCalls ? calls.posted?.(this.go) : undefined;
  }

  /** True if the FMU runs in a separate process, where the calls can be started. */
  get canPost(): boolean {
    return this.posted !== undefined;
  }

  /** Makes the calls for a step that begins τ [s] after the communication point. */
  make(tau: number): Status {
    if (!this.begin(tau)) return this.setAnswer;
    const answer = this.lastOps === this.ops ? this.batch() : this.go();
    return answer > this.setAnswer ? answer : this.setAnswer;
  }

  /** Starts the calls in the FMU's process. `wait` returns their status. */
  post(tau: number): void {
    this.waiting = undefined;
    if (!this.begin(tau)) return;
    this.waiting = this.lastOps === this.ops ? this.posted : this.postedGo;
    this.waiting?.post();
  }

  wait(): Status {
    const answer = this.waiting?.wait() ?? this.setAnswer;
    return answer > this.setAnswer ? answer : this.setAnswer;
  }

  /** Sets inputs and their derivatives if derivatives are needed. Returns false if that failed. */
  private begin(tau: number): boolean {
    const { derivatives } = this;
    this.lastOps = this.ops;
    this.setAnswer = status.ok;
    if (derivatives.areNeeded) {
      this.lastOps = this.setOps;
      this.setAnswer = this.set();
      if (this.setAnswer > status.warning) return false;
      this.lastOps = this.goOps;
    }
    derivatives.set(tau);
    return true;
  }
}
