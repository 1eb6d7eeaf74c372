import { type Status, status } from '../calls.ts';

/** A unit trapped, called exit, or broke the rules of the component model: it cannot go on. */
export class Trap extends Error {}

/** A status of the component's interface, as the glue names it. */
export function statusOf(answer: unknown): Status {
  const known = status[answer as keyof typeof status];
  return known === undefined || known === status.pending ? status.error : known;
}

/** The status that a query gives in place of its result; a query that succeeds with a warning has its result. */
export function refusalOf(thrown: unknown): Status {
  if (typeof thrown !== 'string') throw thrown;
  return Math.max(statusOf(thrown), status.discard) as Status;
}

/** What ended a unit, in words. */
export function trapText(thrown: unknown): string {
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  if (/unreachable/.test(text))
    return 'it trapped (unreachable): a failed assertion, a panic or too little memory';
  return /^it /.test(text) ? text : `it trapped: ${text}`;
}
