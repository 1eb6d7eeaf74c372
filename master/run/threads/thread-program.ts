import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { variablesByName } from '../../../fmu-sdk/description/description.ts';
import { hosts } from '../../../fmu-sdk/host/choice/host-registry.ts';
import type { Instance } from '../../../fmu-sdk/host/instance/instance.ts';
import { type PortableState, portableOf } from '../../../fmu-sdk/host/state/portable-state.ts';
import type { Snapshot } from '../../../fmu-sdk/host/state/snapshot.ts';
import { thisTask } from '../../../fmu-sdk/host/watchdog/thread-clock.ts';
import { cell, nobody } from '../../coupling/activity.ts';
import { openInstances } from '../instances/open-instances.ts';
import type { UnitNote } from '../instances/unit-notes.ts';
import { refuseStep } from '../loop/refused-step.ts';
import { Barrier } from './barrier.ts';
import {
  type Answer,
  type Begin,
  command,
  failureData,
  type OpeningMessage,
  place,
  type Question,
} from './thread-cells.ts';
import { Mirrors } from './variable-mirror.ts';

/** Methods of `EventStepping` by the names under which the coupling thread calls them. */
const eventMethods = {
  stepToEvent: 'step',
  waits: 'waits',
  handle: 'handle',
  waitAtStart: 'waitAtStart',
} as const;
type EventMethod = keyof typeof eventMethods;

/** Program of a thread with some of a system's units (`thread-member.ts`). */
const { begin, port } = workerData as { begin: Begin; port: MessagePort };
const { cells, times, system, activity } = begin;

class Served {
  private readonly mirrors: Mirrors;
  private readonly groups: (readonly number[])[] = [];
  private readonly snapshots: Snapshot[] = [];
  private readonly portables: PortableState[] = [];
  private readonly variables: ReturnType<typeof variablesByName>[];
  private failed: { unit: number; thrown: unknown } | undefined;

  constructor(
    private readonly instances: readonly Instance[],
    private readonly notes: readonly Parameters<UnitNote>[],
  ) {
    this.mirrors = new Mirrors(instances);
    this.variables = system.units.map(({ description }) => variablesByName(description));
  }

  /** Executes commands until the end. */
  serve(): void {
    const barrier = new Barrier();
    for (let commandCount = 0; ; commandCount++) {
      barrier.awaitChange(cells, place.given, commandCount);
      const what = cells[place.command];
      if (what === command.step) this.step(this.groups[cells[place.operand]]);
      else if (what === command.ask) this.answer();
      activity[cell.unit] = nobody;
      Atomics.store(cells, place.done, commandCount + 1);
      Atomics.notify(cells, place.done);
      if (what === command.end) return;
    }
  }

  /** Steps the units of a group until one of them fails. */
  private step(units: readonly number[]): void {
    const { instances, mirrors } = this;
    let k = 0;
    try {
      for (let i = 0; i < units.length; i++) {
        k = units[i];
        activity[cell.unit] = k;
        mirrors.in(k);
        const answer = instances[k].step(times[0], times[1]);
        if (answer !== 0) refuseStep(instances[k], times[0], times[1], answer);
        mirrors.out(k);
      }
      cells[place.failed] = -1;
    } catch (thrown) {
      mirrors.out(k);
      this.failed = { unit: k, thrown };
      cells[place.failed] = k;
    }
  }

  private answer(): void {
    const question = receiveMessageOnPort(port)?.message as Question;
    port.postMessage(this.answerTo(question));
  }

  private answerTo(question: Question): Answer {
    const unit = 'unit' in question ? question.unit : (this.failed?.unit ?? 0);
    try {
      return { result: this.result(question) };
    } catch (thrown) {
      return { failure: failureData(thrown, (item) => this.instances[unit].reasonOf(item)) };
    }
  }

  private result(question: Question): unknown {
    const { instances, mirrors, snapshots } = this;
    if (question.ask === 'group') return this.groups.push(question.units) - 1;
    if (question.ask === 'close') return this.notes;
    if (question.ask === 'failure') throw this.failed?.thrown;
    const { unit } = question;
    if (question.ask === 'mirror') return mirrors.add(unit, this.named(unit, question.variable));
    activity[cell.unit] = unit;
    mirrors.in(unit);
    try {
      if (question.ask === 'portable') {
        const { load } = question;
        return load === undefined ? this.portables[unit].save() : this.portables[unit].load(load);
      }
      if (question.ask === 'snapshot') return snapshots[question.number][question.action]();
      const { method, operands } = question;
      const instance = instances[unit];
      if (method === 'snapshot') {
        const snapshot = instance.snapshot();
        return { number: snapshots.push(snapshot) - 1, by: snapshot.by, bytes: snapshot.bytes };
      }
      if (method === 'portable') {
        this.portables[unit] = portableOf(instance);
        return undefined;
      }
      if (method === 'partial') {
        const [unknown, i, known, k] = operands as [string, number, string, number];
        return instance.partial(this.named(unit, unknown), i, this.named(unit, known), k);
      }
      if (method === 'slope') {
        const [output, i] = operands as [string, number];
        return instance.slope?.(this.named(unit, output), i) ?? Number.NaN;
      }
      if (method === 'announcesJumps') return instance.announceJump !== undefined;
      if (method === 'announceJump') return instance.announceJump?.(operands[0] as number);
      if (method === 'getBytes' || method === 'setBytes') {
        const [variable, ...rest] = operands as [string, number, Uint8Array];
        return (instance[method] as (...operands: unknown[]) => unknown)(this.named(unit, variable), ...rest);
      }
      if (method === 'setNominalStep') return instance.setNominalStep?.(operands[0] as number);
      if (method === 'hasEvents') return instance.eventful?.hasEvents === true;
      if (method in eventMethods) return this.callEvents(instance, method as EventMethod, operands);
      return (instance[method as keyof Instance] as (...operands: unknown[]) => unknown)(...operands);
    } finally {
      if (!('method' in question && question.method === 'close')) mirrors.out(unit);
    }
  }

  private callEvents({ eventful }: Instance, method: EventMethod, operands: readonly unknown[]): unknown {
    const call = eventful?.[eventMethods[method]] as ((...operands: unknown[]) => unknown) | undefined;
    return call?.(...operands);
  }

  private named(unit: number, name: string) {
    return this.variables[unit].get(name)!;
  }
}

async function run(): Promise<void> {
  const post = (opened: OpeningMessage): void => parentPort?.postMessage(opened);
  Atomics.store(cells, place.task, thisTask());
  const notes: Parameters<UnitNote>[] = [];
  let isOpen = false;
  const note: UnitNote = (...note) => {
    if (isOpen) notes.push(note);
    else post({ note });
  };
  let instances: readonly Instance[];
  try {
    instances = await openInstances(system, { cells: activity }, hosts, { note, rollback: begin.rollback });
  } catch (thrown) {
    post({ failure: failureData(thrown) });
    return;
  }
  isOpen = true;
  post({ opened: true });
  new Served(instances, notes).serve();
  port.close();
}

void run();
