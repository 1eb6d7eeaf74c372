/** crash: the unit died. refusal: it answered an allowed call with an error. leniency: it grants what is not allowed. */
export type CauseKind = 'crash' | 'refusal' | 'leniency';

/**
 * What a finding comes from where it is more than its rule: the unit died in a call, refused one that is allowed, or
 * grants whatever is called. Every rule that meets it finds the same; reports show it once.
 */
export interface Cause {
  readonly kind: CauseKind;
  /** The standard's name of the function: `fmi3DoStep`. */
  readonly call: string;
  /** How the unit ended (`SIGSEGV`), or what it said when it refused; without what differs from time to time. */
  readonly how: string;
}

export function sameCause(a: Cause | undefined, b: Cause | undefined): boolean {
  return a !== undefined && b !== undefined && nameOf(a) === nameOf(b);
}

/** One name for one cause, the same in every run: `crash fmi3DoStep SIGSEGV`. */
export function nameOf({ kind, call, how }: Cause): string {
  return `${kind} ${call} ${how}`;
}

/** Longest text that tells refusals apart. */
const longest = 200;

/** The death of a unit in a call; `reason` is what the host says of it. */
export function crashIn(call: string, reason: string): Cause {
  const end = /\bSIG[A-Z]+\b|\bsignal \d+|\bexit code -?\d+|without coming back|wall time/.exec(reason)?.[0];
  return { kind: 'crash', call, how: end ?? settled(reason) };
}

/** The unit has been ended, since a call did not come back. */
export function hangs(cause: Cause | undefined): boolean {
  return cause?.kind === 'crash' && /^(without coming back|wall time)$/.test(cause.how);
}

/** An allowed call that was refused, with what the unit said of it, else with its answer. */
export function refusalOf(call: string, said: string | undefined, answer: string): Cause {
  const text = settled(said ?? '');
  return { kind: 'refusal', call, how: text === '' ? answer : text };
}

/** The unit does not look at the state that it is in. */
export const anyOrder: Cause = { kind: 'leniency', call: 'any call', how: 'in any order' };

/** A message without numbers and names, which differ from variable to variable. */
function settled(text: string): string {
  return text
    .trim()
    .slice(0, longest)
    .replace(/"[^"]*"|'[^']*'/g, '"…"')
    .replace(/[-+]?\b\d[\w.+-]*/g, '#')
    .replace(/\s+/g, ' ');
}
