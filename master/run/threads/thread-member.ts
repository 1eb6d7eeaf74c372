import { existsSync } from 'node:fs';
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { FmuGoneError } from '../../../fmu-sdk/host/instance/fmi-api.ts';
import type { NumericArray } from '../../../fmu-sdk/host/instance/instance.ts';
import { packageFile } from '../../../fmu-sdk/util/package-files.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import { type Activity, cell, nobody } from '../../coupling/activity.ts';
import type { CheckedSystem } from '../../system/system.ts';
import type { UnitNote } from '../instances/unit-notes.ts';
import { Barrier } from './barrier.ts';
import {
  type Answer,
  type Begin,
  command,
  errorOf,
  type Failure,
  type Mirrored,
  type OpeningMessage,
  place,
  places,
  type Question,
} from './thread-cells.ts';
import { arrayOf } from './variable-mirror.ts';

const lost = 'its thread ended: Node.js failed or ran out of memory for it';
/** Interval at which an opening thread is checked [ms]. */
const interval = 50;

/**
 * Thread with some of a system's units, as seen from the coupling thread.
 *
 * Call order: `open` → (`ask` | `begin` → `end`)* → `close` once for each unit.
 */
export class UnitThread {
  private readonly cells = new Int32Array(new SharedArrayBuffer(4 * places));
  private readonly times = new Float64Array(new SharedArrayBuffer(16));
  private readonly threadActivity = new Int32Array(new SharedArrayBuffer(16));
  private readonly port: MessagePort;
  private readonly worker: Worker;
  private readonly blocks: SharedArrayBuffer[] = [];
  private readonly arrays = new Map<string, NumericArray>();
  private readonly barrier = new Barrier();
  private commandCount = 0;
  private openUnits: number;
  private hasEnded = false;
  /** True after the awaited unit was reported to the watching thread. */
  private watched = false;
  /** Receives late messages of the units. */
  private readonly note: UnitNote;

  /** @param units indexes of its units in the system */
  constructor(
    system: CheckedSystem,
    readonly units: readonly number[],
    private readonly activity: Activity,
    rollback: boolean,
    note: UnitNote,
  ) {
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    this.note = note;
    this.openUnits = units.length;
    this.threadActivity[cell.unit] = nobody;
    const { cells, times, threadActivity } = this;
    const memberSystem = { ...system, units: units.map((k) => system.units[k]), connections: [], bonds: [] };
    const begin: Begin = {
      system: {
        ...memberSystem,
        interfaceModels: [],
        joints: undefined,
        subassemblies: undefined,
        inputs: [],
      },
      ...{ rollback, cells, times, activity: threadActivity },
    };
    this.worker = new Worker(packageFile('dist/unit-member.js'), {
      workerData: { begin, port: port2 },
      transferList: [port2],
    });
  }

  /** Waits until its units are open. */
  async open(): Promise<void> {
    const { worker, port } = this;
    const watch = setInterval(() => this.look(), interval);
    try {
      await new Promise<void>((resolve, reject) => {
        worker.on('message', (message: OpeningMessage) => {
          if ('note' in message) this.note(...message.note);
          else if ('opened' in message) resolve();
          else reject(errorOf(message.failure));
        });
        worker.on('error', reject);
        worker.on('exit', () => reject(new UserError(`open units: ${lost}.`)));
      });
    } finally {
      clearInterval(watch);
      this.reportUnit(nobody, 0);
      worker.removeAllListeners();
      worker.on('error', () => {}).unref();
      port.unref();
    }
  }

  /** Starts a step of a group of its units. `end` waits for it. */
  begin(group: number, t: number, H: number): void {
    this.times[0] = t;
    this.times[1] = H;
    this.give(command.step, group);
  }

  /** Waits for the group. Returns the system index of the unit that failed, or −1. */
  end(): number {
    this.wait();
    const failed = this.cells[place.failed];
    return failed < 0 ? -1 : this.units[failed];
  }

  /** Returns the reason why a unit failed in `end`. */
  failure(): unknown {
    try {
      return this.ask({ ask: 'failure' });
    } catch (thrown) {
      return thrown;
    }
  }

  /** Sends a question and returns the answer. Throws the unit's error. */
  ask(question: Question): unknown {
    this.port.postMessage(question);
    this.give(command.ask, 0);
    this.wait();
    const answer = receiveMessageOnPort(this.port)?.message as Answer | undefined;
    if (answer === undefined) throw new FmuGoneError(lost, []);
    if ('failure' in answer) throw errorOf(answer.failure as Failure);
    return answer.result;
  }

  /** Returns the memory of a mirrored variable. */
  array({ array, block, buffer }: Mirrored): NumericArray {
    if (buffer !== undefined) this.blocks[block] = buffer;
    const key = `${array} ${block}`;
    const known = this.arrays.get(key) ?? arrayOf(array, this.blocks[block]);
    this.arrays.set(key, known);
    return known;
  }

  /** Closes a unit. The thread ends with its last unit. */
  close(unit: number): void {
    if (this.hasEnded) return;
    this.openUnits--;
    try {
      this.ask({ ask: 'call', unit, method: 'close', operands: [] });
    } finally {
      if (this.openUnits === 0) this.finish();
    }
  }

  private finish(): void {
    const notes = this.ask({ ask: 'close' }) as Parameters<UnitNote>[];
    this.give(command.end, 0);
    this.wait();
    this.hasEnded = true;
    this.port.close();
    for (const late of notes) this.note(...late);
  }

  /** Ends the thread at once. */
  async dispose(): Promise<void> {
    this.hasEnded = true;
    this.port.close();
    await this.worker.terminate();
  }

  private give(what: number, operand: number): void {
    const { cells } = this;
    if (this.hasEnded) throw new FmuGoneError(lost, []);
    cells[place.command] = what;
    cells[place.operand] = operand;
    this.commandCount++;
    Atomics.store(cells, place.given, this.commandCount);
    Atomics.notify(cells, place.given);
  }

  private wait(): void {
    this.barrier.awaitChange(this.cells, place.done, this.commandCount - 1, this.late);
    if (!this.watched) return;
    this.watched = false;
    this.reportUnit(nobody, 0);
  }

  /**
   * Reports which unit is awaited, so that the watching thread can end one that never returns. A
   * thread that ended never returns.
   */
  private readonly late = (): void => {
    this.watched = true;
    this.look();
    const task = this.cells[place.task];
    if (task === 0 || existsSync(`/proc/self/task/${task}`) || !existsSync('/proc/self/task')) return;
    this.hasEnded = true;
    throw new FmuGoneError(lost, []);
  };

  private look(): void {
    const unit = Atomics.load(this.threadActivity, cell.unit);
    this.reportUnit(unit < 0 ? nobody : this.units[unit], this.cells[place.task]);
  }

  private reportUnit(unit: number, task: number): void {
    const { cells, task: clock } = this.activity;
    if (clock !== undefined) Atomics.store(clock, 1, task);
    Atomics.store(cells, cell.unit, unit);
  }
}
