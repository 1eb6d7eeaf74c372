import { type MessagePort, workerData } from 'node:worker_threads';
import { messageOf, UserError } from '../../util/user-error.ts';
import { type ComponentForm, openForm } from '../component/open-component.ts';
import type { FmiApi, FmiCall, Values } from '../instance/fmi-api.ts';
import { thisTask } from '../watchdog/thread-clock.ts';
import { type Answer, cell, type Question } from './thread-messages.ts';

/** Runs in the thread that calls FMUs (`fmu-thread.ts`). */
const { cells, port } = workerData as { cells: Int32Array; port: MessagePort };

interface Opened {
  calls: FmiApi;
  values: Values[];
}

const forms: ComponentForm[] = [];
const units: (Opened | undefined)[] = [];

Atomics.store(cells, cell.task, thisTask());
port.on('message', (question: Question) => {
  port.postMessage(answered(question));
  Atomics.add(cells, cell.answered, 1);
  Atomics.notify(cells, cell.answered);
});

function answered(question: Question): Answer {
  try {
    return { kind: 'given', ...answer(question) };
  } catch (error) {
    const user = error instanceof UserError;
    return {
      kind: 'refused',
      message: user || !(error instanceof Error) ? messageOf(error) : `${error.stack}`,
      user,
    };
  } finally {
    Atomics.store(cells, cell.called, 0);
  }
}

function answer(question: Question): Omit<Answer & { kind: 'given' }, 'kind'> {
  if (question.ask === 'load') return { result: forms.push(question.form) - 1 };
  if (question.ask === 'open') {
    units.push({ calls: openForm(forms[question.form], question.kind, question.name), values: [] });
    return { result: units.length - 1 };
  }
  const unit = units[question.unit] as Opened;
  if (question.ask === 'values') {
    const { type, references, count } = question;
    return { result: unit.values.push(unit.calls.values(type, references, count)) - 1 };
  }
  Atomics.store(cells, cell.called, 1);
  if (question.ask === 'close') {
    units[question.unit] = undefined;
    unit.calls.close();
    return { result: undefined };
  }
  return called(unit, question);
}

function called(
  { calls, values }: Opened,
  { method, operands, registers, values: sent }: Question & { ask: 'call' },
): Omit<Answer & { kind: 'given' }, 'kind'> {
  calls.registers.set(registers);
  const make = calls[method as keyof FmiApi] as (...operands: unknown[]) => unknown;
  if (sent === undefined) {
    const result = make.apply(calls, operands);
    return { result, registers: calls.registers, operands };
  }
  const threadValues = sent.number === undefined ? undefined : values[sent.number];
  const view = threadValues === undefined ? sent.view : threadValues.view;
  if (threadValues !== undefined) (threadValues.view as Float64Array).set(sent.view as Float64Array);
  const op = {
    ...(operands[0] as FmiCall),
    ...(threadValues === undefined ? { doubles: view } : { values: threadValues }),
  } as FmiCall;
  return { result: calls.call(op), registers: calls.registers, view };
}
