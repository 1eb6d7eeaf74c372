/**
 * Kind of a cause. `crash`: the FMU died. `refusal`: it answered an allowed call with an error.
 * `leniency`: it grants a forbidden call.
 */
export type CauseKind = 'crash' | 'refusal' | 'leniency';

/**
 * Common cause of several findings: the FMU died in a call, refused an allowed one, or grants any
 * call. Every rule that meets it has a finding. Reports show the cause once.
 */
export interface Cause {
  readonly kind: CauseKind;
  /** The standard's name of the function: `fmi3DoStep`. */
  readonly call: string;
  /** Signal or exit (`SIGSEGV`), or the log message of a refusal, without variable parts. */
  readonly how: string;
}

export function sameCause(a: Cause | undefined, b: Cause | undefined): boolean {
  return a !== undefined && b !== undefined && causeName(a) === causeName(b);
}

/** One name for one cause, the same in every run: `crash fmi3DoStep SIGSEGV`. */
export function causeName({ kind, call, how }: Cause): string {
  return `${kind} ${call} ${how}`;
}

/** Largest length of text that distinguishes refusals. */
const longest = 200;

/** Returns the cause for the crash of an FMU in a call. `reason` is the host's message. */
export function crashIn(call: string, reason: string): Cause {
  const end = /\bSIG[A-Z]+\b|\bsignal \d+|\bexit code -?\d+|without returning|wall time/.exec(reason)?.[0];
  return { kind: 'crash', call, how: end ?? settled(reason) };
}

/** The FMU has been ended, since a call did not come back. */
export function hangs(cause: Cause | undefined): boolean {
  return cause?.kind === 'crash' && /^(without returning|wall time)$/.test(cause.how);
}

/**
 * Returns the cause for the refusal of an allowed call, with the FMU's log message or its answer.
 */
export function refusalOf(call: string, logMessage: string | undefined, answer: string): Cause {
  const text = settled(logMessage ?? '');
  return { kind: 'refusal', call, how: text === '' ? answer : text };
}

/** The FMU does not look at the state that it is in. */
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
