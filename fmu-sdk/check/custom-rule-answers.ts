import { kindText, printableName, valueText } from '../util/printable.ts';
import type { UserCode } from '../util/user-code.ts';
import type { Defect } from './defect.ts';
import { severities } from './severity.ts';

/** Requires that `check` of a rule on files returns an iterable of defects. */
export function requireDefects(code: UserCode, given: unknown): asserts given is Iterable<unknown> {
  refuseAsync(code, given);
  const { [Symbol.iterator]: iterate } = Object(given) as Partial<Iterable<unknown>>;
  if (typeof iterate !== 'function' || typeof given === 'string')
    code.refuse(
      `returns ${shown(given)} from check, expected an iterable of defects; write it as a generator, "*check"`,
    );
}

/** Rejects a result of `check` from a rule on behaviour, because it would be ignored. */
export function refuseDefects(code: UserCode, given: unknown): void {
  const { [Symbol.iterator]: one, [Symbol.asyncIterator]: other } = Object(given) as Partial<
    Iterable<unknown> & AsyncIterable<unknown>
  >;
  if (typeof given !== 'string' && (one ?? other) !== undefined)
    code.refuse('returns defects from check, where they are ignored; report them with context.report');
}

/** Rejects an invalid defect. `gives` is the verb for messages. */
export function requireDefect(code: UserCode, gives: string, given: unknown): asserts given is Defect {
  const defect = (typeof given === 'object' && given !== null ? given : {}) as Record<string, unknown>;
  const { message, expected, value, class: own, file, at } = defect;
  if (typeof message !== 'string' || typeof expected !== 'string')
    code.refuse(`${gives} ${shown(given)}, expected a defect with the texts "message" and "expected"`);
  for (const [member, text] of Object.entries({ value, file }))
    if (text !== undefined && typeof text !== 'string')
      code.refuse(`${gives} a defect whose "${member}" is ${shown(text)}, expected a text`);
  if (own !== undefined && !(severities as readonly unknown[]).includes(own))
    code.refuse(`${gives} a defect whose "class" is ${shown(own)}, expected one of ${severities.join(', ')}`);
  if (at !== undefined && !isPosition(at))
    code.refuse(`${gives} a defect whose "at" is ${shown(at)}, expected a position with "line" and "column"`);
}

/** Why a rule does not speak of something, or cannot look at it: words, or undefined. */
export function requireReason(
  code: UserCode,
  member: string,
  given: unknown,
): asserts given is string | undefined {
  refuseAsync(code, given, member);
  if (given !== undefined && typeof given !== 'string')
    code.refuse(`returns ${shown(given)} from ${member}, expected a text with the reason, or undefined`);
}

function refuseAsync(code: UserCode, given: unknown, member = 'check'): void {
  code.requireSynchronous(member, given);
  if ((given as Partial<AsyncIterable<unknown>> | undefined)?.[Symbol.asyncIterator] !== undefined)
    code.refuse(`has an async ${member}, but the call must be synchronous`);
}

function isPosition(at: unknown): boolean {
  const { line, column } = Object(at) as { line?: unknown; column?: unknown };
  return typeof line === 'number' && typeof column === 'number';
}

function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(printableName(value));
  return typeof value === 'object' || typeof value === 'function' ? kindText(value) : valueText(value);
}
