import { existsSync, renameSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { UserError } from '../../fmu-sdk/error.ts';
import type { NativeBinary } from '../../fmu-sdk/host/foreign.ts';
import { type Bounds, type Overdue, overdue, overdueWords, type Spent } from '../../fmu-sdk/host/overdue.ts';
import { Stopwatch } from '../../fmu-sdk/host/stopwatch.ts';
import { cpuSecondsOf } from '../../fmu-sdk/host/thread-clock.ts';
import { packageFile } from '../../fmu-sdk/package.ts';
import { cell, nobody } from '../coupling/activity.ts';
import type { CheckedSystem } from '../system/system.ts';
import type { Job, Reply, RunResult } from './protocol.ts';
import { partialName, partName } from './result-file.ts';
import { Stopped } from './stopped.ts';

/** How a run in a thread of its own goes. */
export interface RunOptions {
  /** File of results to write, its form by its ending. */
  output?: string;
  collect?: boolean;
  /** Modules whose default export has couplings, observers, … of the user's own. */
  use?: readonly string[];
  /** Called about ten times a second with the share of the run that is done (0 … 1). */
  onProgress?: (share: number) => void;
}

/** Where a run is: steps done, and the unit that is called (or `nobody`). */
interface Place {
  steps: number;
  unit: number;
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
  /** The computing thread's number, from the moment when it runs. */
  private readonly task = new Int32Array(new SharedArrayBuffer(4));

  /** Asks the run to stop after its present step; what it has recorded is kept. */
  interrupt(): void {
    Atomics.store(this.cells, cell.stop, 1);
  }

  async run(system: CheckedSystem, options: RunOptions = {}): Promise<RunResult> {
    this.cells.fill(0);
    this.cells[cell.unit] = nobody;
    this.worker ??= this.startWorker();
    const worker = this.worker;
    const steps = Math.round((system.stopTime - system.startTime) / system.step);
    return new Promise((resolve, reject) => {
      const stopwatch = new Stopwatch();
      const watch = setInterval(() => {
        const place = this.place();
        options.onProgress?.(place.steps / steps);
        // Before a unit is called, there may be no thread yet.
        const called = place.unit !== nobody;
        const cpu = called ? cpuSecondsOf(this.task[0]) : 0;
        const at = called ? `${place.steps} ${place.unit}` : undefined;
        const spent = stopwatch.look(at, cpu, performance.now() / 1000);
        const how = overdue(spent, boundsOf(system));
        if (how !== undefined) end(() => reject(this.stop(system, place, how, spent, options.output)));
      }, interval);
      const onMessage = (reply: Reply): void => {
        if (reply.kind === 'done') end(() => resolve(reply.result));
        else end(() => reject(reply.user ? UserError.again(reply.message) : new Error(reply.message)));
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
    const { cells, task } = this;
    return new Worker(packageFile('dist/worker.js'), {
      workerData: { cells: cells.buffer, task },
    });
  }

  private place(): Place {
    return { steps: Atomics.load(this.cells, cell.steps), unit: Atomics.load(this.cells, cell.unit) };
  }

  private stop(system: CheckedSystem, place: Place, how: Overdue, spent: Spent, output?: string): Stopped {
    void this.worker?.terminate();
    this.worker = undefined;
    if (output !== undefined && existsSync(partName(output)))
      renameSync(partName(output), partialName(output));
    const { name, binary } = system.units[place.unit];
    const limit = how === 'computes' ? 'stepSeconds' : 'wallSeconds';
    return new Stopped(
      `step ${name}: at t = ${system.startTime + place.steps * system.step} s the unit ` +
        `${overdueWords(how, spent, boundsOf(system))}, and was stopped. Raise "limits.${limit}" if it is only slow.`,
      binary.form === 'native' && (binary as NativeBinary).trusted,
    );
  }
}

function boundsOf({ stepSeconds, wallSeconds }: CheckedSystem): Bounds {
  return { cpuSeconds: stepSeconds, wallSeconds };
}
