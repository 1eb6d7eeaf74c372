import { kindText, printableName, valueText } from '../util/printable.ts';
import type { UserCode } from '../util/user-code.ts';
import type { Defect } from './defect.ts';
import { severities } from './severity.ts';

/** Requires that `check` of a rule on files returns an iterable of defects. */
export function requireDefects(code: UserCode, result: unknown): asserts result is Iterable<unknown> {
  refuseAsync(code, result);
  const { [Symbol.iterator]: iterate } = Object(result) as Partial<Iterable<unknown>>;
  if (typeof iterate !== 'function' || typeof result === 'string')
    code.refuse(
      `returns ${describeValue(result)} from check, expected an iterable of defects; write it as a generator, "*check"`,
    );
}

/** Rejects a result of `check` from a rule on behaviour, because it would be ignored. */
export function refuseDefects(code: UserCode, result: unknown): void {
  const { [Symbol.iterator]: one, [Symbol.asyncIterator]: other } = Object(result) as Partial<
    Iterable<unknown> & AsyncIterable<unknown>
  >;
  if (typeof result !== 'string' && (one ?? other) !== undefined)
    code.refuse('returns defects from check, where they are ignored; report them with context.report');
}

/** Rejects an invalid defect. `gives` is the verb for messages. */
export function requireDefect(
  code: UserCode,
  gives: string,
  candidate: unknown,
): asserts candidate is Defect {
  const defect = (typeof candidate === 'object' && candidate !== null ? candidate : {}) as Record<
    string,
    unknown
  >;
  const { message, expected, value, severity, file, at } = defect;
  if (typeof message !== 'string' || typeof expected !== 'string')
    code.refuse(
      `${gives} ${describeValue(candidate)}, expected a defect with the texts "message" and "expected"`,
    );
  for (const [member, text] of Object.entries({ value, file }))
    if (text !== undefined && typeof text !== 'string')
      code.refuse(`${gives} a defect whose "${member}" is ${describeValue(text)}, expected a text`);
  if (severity !== undefined && !(severities as readonly unknown[]).includes(severity))
    code.refuse(
      `${gives} a defect whose "severity" is ${describeValue(severity)}, expected one of ${severities.join(', ')}`,
    );
  if (at !== undefined && !isPosition(at))
    code.refuse(
      `${gives} a defect whose "at" is ${describeValue(at)}, expected a position with "line" and "column"`,
    );
}

/** Why a rule does not speak of something, or cannot look at it: words, or undefined. */
export function requireReason(
  code: UserCode,
  member: string,
  reason: unknown,
): asserts reason is string | undefined {
  refuseAsync(code, reason, member);
  if (reason !== undefined && typeof reason !== 'string')
    code.refuse(
      `returns ${describeValue(reason)} from ${member}, expected a text with the reason, or undefined`,
    );
}

function refuseAsync(code: UserCode, result: unknown, member = 'check'): void {
  code.requireSynchronous(member, result);
  if ((result as Partial<AsyncIterable<unknown>> | undefined)?.[Symbol.asyncIterator] !== undefined)
    code.refuse(`has an async ${member}, but the call must be synchronous`);
}

function isPosition(at: unknown): boolean {
  const { line, column } = Object(at) as { line?: unknown; column?: unknown };
  return typeof line === 'number' && typeof column === 'number';
}

function describeValue(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(printableName(value));
  return typeof value === 'object' || typeof value === 'function' ? kindText(value) : valueText(value);
}
