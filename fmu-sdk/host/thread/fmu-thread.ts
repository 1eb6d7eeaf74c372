import { existsSync } from 'node:fs';
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { packageFile } from '../../util/package-files.ts';
import { UserError } from '../../util/user-error.ts';
import { FmuGoneError } from '../instance/fmi-api.ts';
import { Stopwatch } from '../watchdog/stopwatch.ts';
import { cpuSecondsOf } from '../watchdog/thread-clock.ts';
import { overdue, overdueText, type TimeLimits } from '../watchdog/time-limits.ts';
import { type Answer, cell, type Question } from './thread-messages.ts';

/** Interval of the waiting thread's checks, and lifetime of a thread without an FMU [ms]. */
const interval = 50;
const patience = 1000;
/** Largest heap of the thread, without the memory of a component [MB]. */
const heapMegabytes = 1024;
const lost = `the FMU ended its thread: it took more than ${heapMegabytes} MB besides its memory, or Node.js itself failed`;

/**
 * A thread that calls FMUs, one call at a time, while this one waits. A call that does not return
 * ends the thread and throws a `FmuGoneError`.
 */
export class FmuThread {
  /** Reason why it ended, if it has. */
  ended: string | undefined;
  private readonly cells = new Int32Array(new SharedArrayBuffer(12));
  private readonly worker: Worker;
  private readonly port: MessagePort;
  private units = 0;
  private readonly forms = new Map<object, number>();

  constructor() {
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    this.worker = new Worker(packageFile('dist/unit-thread.js'), {
      workerData: { cells: this.cells, port: port2 },
      transferList: [port2],
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
    });
    // Only the shared cells are waited for.
    this.worker.on('error', () => {}).unref();
    port1.unref();
  }

  /**
   * Sends a question and waits for the answer. Throws the error of the thread, or a FmuGoneError if the
   * thread is gone.
   */
  ask(question: Question, bounds: TimeLimits): Answer & { kind: 'given' } {
    if (this.ended !== undefined) throw new FmuGoneError(this.ended, []);
    const { cells } = this;
    const before = Atomics.load(cells, cell.answered);
    this.port.postMessage(question);
    const stopwatch = new Stopwatch();
    // The wake-up may belong to an earlier answer that was read without waiting.
    while (Atomics.load(cells, cell.answered) === before)
      if (Atomics.wait(cells, cell.answered, before, interval) === 'timed-out') this.look(stopwatch, bounds);
    const answer = receiveMessageOnPort(this.port)?.message as Answer | undefined;
    // The thread ended right after its answer, which was lost.
    if (answer === undefined) this.give(lost);
    if (answer.kind === 'given') return answer;
    throw answer.user ? new UserError(answer.message) : new Error(answer.message);
  }

  /** Returns the number by which the thread refers to data it received before. */
  numberOf(form: object, send: () => number): number {
    const number = this.forms.get(form) ?? send();
    this.forms.set(form, number);
    return number;
  }

  /** Counts the open FMUs. Without one, the thread ends after a while. */
  hold(): void {
    this.units++;
  }

  release(): void {
    this.units--;
    setTimeout(() => {
      if (this.units === 0) this.end('it is idle');
    }, patience).unref();
  }

  private look(stopwatch: Stopwatch, bounds: TimeLimits): void {
    const { cells } = this;
    const task = Atomics.load(cells, cell.task);
    if (task !== 0 && !existsSync(`/proc/self/task/${task}`) && existsSync('/proc/self/task'))
      this.give(lost);
    const called = Atomics.load(cells, cell.called) !== 0;
    const spent = stopwatch.look(
      called ? 'called' : undefined,
      called ? cpuSecondsOf(task) : 0,
      performance.now() / 1000,
    );
    const how = overdue(spent, bounds);
    if (how !== undefined) this.give(`the FMU ${overdueText(how, spent, bounds)}`);
  }

  private give(reason: string): never {
    this.end(reason);
    throw new FmuGoneError(reason, []);
  }

  private end(reason: string): void {
    if (this.ended !== undefined) return;
    this.ended = reason;
    void this.worker.terminate();
    this.port.close();
  }
}
