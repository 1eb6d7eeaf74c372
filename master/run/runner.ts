import { existsSync, renameSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { UserError } from '../../fmu-sdk/error.ts';
import { packageFile } from '../../fmu-sdk/package.ts';
import { cell } from '../coupling/activity.ts';
import type { CheckedSystem } from '../system/system.ts';
import type { Job, Reply, RunResult } from './protocol.ts';
import { partialName, partName } from './result-file.ts';

export interface RunOptions {
  /** File of results to write, its form by its ending. */
  output?: string;
  collect?: boolean;
  /** Modules whose default export has couplings, observers, … of the user's own. */
  use?: readonly string[];
  /** Called about ten times a second with the share of the run that is done (0 … 1). */
  onProgress?: (share: number) => void;
}

/** How often the watching thread looks [ms]. */
const interval = 100;

/**
 * Runs systems one after the other in a thread of their own, so that a unit that never returns can be stopped.
 * `dispose` ends the thread.
 */
export class SystemRunner {
  private worker: Worker | undefined;
  private readonly cells = new Int32Array(new SharedArrayBuffer(12));

  /** Asks the run to stop after its present step; what it has recorded is kept. */
  interrupt(): void {
    Atomics.store(this.cells, cell.stop, 1);
  }

  async run(system: CheckedSystem, options: RunOptions = {}): Promise<RunResult> {
    this.cells.fill(0);
    this.worker ??= this.startWorker();
    const worker = this.worker;
    const steps = Math.round((system.stopTime - system.startTime) / system.step);
    return new Promise((resolve, reject) => {
      let last = -1;
      let since = performance.now();
      const watch = setInterval(() => {
        const now = Atomics.load(this.cells, cell.steps);
        if (now !== last) {
          last = now;
          since = performance.now();
          options.onProgress?.(now / steps);
        } else if (performance.now() - since > 1000 * system.stepSeconds) {
          end(() => reject(this.stopHanging(system, options.output)));
        }
      }, interval);
      const onMessage = (reply: Reply): void => {
        if (reply.kind === 'done') end(() => resolve(reply.result));
        else end(() => reject(reply.user ? new UserError(reply.message) : new Error(reply.message)));
      };
      const onError = (error: Error): void => {
        this.worker = undefined;
        end(() => reject(error));
      };
      const end = (action: () => void): void => {
        clearInterval(watch);
        worker.off('message', onMessage);
        worker.off('error', onError);
        action();
      };
      worker.on('message', onMessage);
      worker.on('error', onError);
      const job: Job = {
        system,
        output: options.output,
        use: options.use,
        collect: options.collect ?? false,
      };
      worker.postMessage(job);
    });
  }

  async dispose(): Promise<void> {
    await this.worker?.terminate();
    this.worker = undefined;
  }

  private startWorker(): Worker {
    return new Worker(packageFile('dist/worker.js'), { workerData: { cells: this.cells.buffer } });
  }

  private stopHanging(system: CheckedSystem, output: string | undefined): UserError {
    void this.worker?.terminate();
    this.worker = undefined;
    const n = Atomics.load(this.cells, cell.steps);
    const unit = system.units[Atomics.load(this.cells, cell.unit)];
    if (output !== undefined && existsSync(partName(output)))
      renameSync(partName(output), partialName(output));
    return new UserError(
      `step ${unit.name}: the unit did not come back from its step at t = ${system.startTime + n * system.step} s ` +
        `within ${system.stepSeconds} s of wall time and was stopped. Raise "limits.stepSeconds" if it is only slow.`,
    );
  }
}
