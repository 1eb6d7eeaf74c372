import { valueText } from '../../fmu-sdk/util/printable.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import { requireTimes } from './checks/check-times.ts';
import type { CheckedSystem } from './system.ts';

/**
 * Refuses values that are not a loaded system, such as a path or a SystemFile, from untyped
 * callers. `operation` names the caller, and `hint` what it takes.
 */
export function requireChecked(
  operation: string,
  system: unknown,
  hint = 'Pass the awaited result of loadSystem.',
): asserts system is CheckedSystem {
  const { units, connections, record } = (system ?? {}) as Partial<CheckedSystem>;
  if (Array.isArray(units) && Array.isArray(connections) && record !== undefined) {
    refuseNumbers(operation, system as CheckedSystem);
    return;
  }
  throw new UserError(`${operation}: expected a loaded system. ${hint}`);
}

const orders: readonly unknown[] = [0, 1, 2];

/**
 * Refuses invalid numbers that were changed after the check. They could lead to a run without steps
 * or without an end.
 */
function refuseNumbers(operation: string, system: CheckedSystem): void {
  const { startTime, stopTime, step, record, threads, connections } = system;
  const refuse = (what: string, value: unknown, wanted: string): never => {
    throw new UserError(`${operation} ${system.name}: ${what} = ${valueText(value)}. Give ${wanted}.`);
  };
  if (!Number.isFinite(startTime)) refuse('startTime', startTime, 'a number of seconds');
  if (!Number.isFinite(stopTime)) refuse('stopTime', stopTime, 'a number of seconds');
  if (!(Number.isFinite(step) && step > 0)) refuse('step', step, 'a number of seconds above 0');
  requireTimes(system, (_, what) => {
    throw new UserError(`${operation} ${system.name}: ${what.replace(/^run: /, '')}`);
  });
  if (!(Number.isSafeInteger(record.every) && record.every > 0))
    refuse('record.every', record.every, 'a whole number of steps, 1 or more');
  if (threads !== undefined && !(Number.isSafeInteger(threads) && threads > 0))
    refuse('threads', threads, 'a whole number of threads, 1 or more, or leave it out');
  for (const seconds of ['stepSeconds', 'wallSeconds'] as const)
    if (!(system[seconds] > 0)) refuse(seconds, system[seconds], 'a number of seconds above 0');
  const odd = connections.findIndex(({ order }) => !orders.includes(order));
  if (odd >= 0) refuse(`connections[${odd}].order`, connections[odd].order, `one of ${orders.join(', ')}`);
}
