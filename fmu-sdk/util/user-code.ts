import { messageOf, UserError } from './user-error.ts';

/** What code of a user's own has thrown, which is its `cause`. */
export class OwnFailure extends UserError {}

/** Any method. */
// biome-ignore lint/suspicious/noExplicitAny: whose member it becomes knows what it takes and gives.
type Method = (...operands: any[]) => any;

const never = (): boolean => false;

/** Code of a user's own, as messages name it: `run chain: the observer "area"`. */
export class OwnCode {
  /** @param handsOn whether what it has thrown came to it from elsewhere, and goes on as it is */
  constructor(
    private readonly words: string,
    private readonly handsOn: (thrown: unknown) => boolean = never,
  ) {}

  /** What was thrown in a member of it, as an error that says so; what a user can mend says itself what it is. */
  failure(member: string, thrown: unknown): unknown {
    if (thrown instanceof UserError || this.handsOn(thrown)) return thrown;
    return new OwnFailure(
      `${this.words} fails in ${member}: ${messageOf(thrown)}. Mend it, or leave it out.`,
      { cause: thrown },
    );
  }

  refuse(what: string): never {
    throw new UserError(`${this.words} ${what}. Mend it, or leave it out.`);
  }

  /** Refuses a promise, for which nobody waits; what becomes of it is heard, so that it does not end the process. */
  done(member: string, answer: unknown): void {
    const promise = answer as PromiseLike<unknown> | null | undefined;
    if (typeof promise?.then !== 'function') return;
    promise.then(undefined, () => {});
    this.refuse(`has an async ${member}, for which nobody waits`);
  }

  /** Refuses what is not there, or has not these functions; gives it back. */
  needs<T>(what: string, value: T, ...functions: string[]): T {
    if (typeof value !== 'object' || value === null) this.refuse(`has no ${what}`);
    const missing = functions.find((each) => typeof (value as Record<string, unknown>)[each] !== 'function');
    if (missing !== undefined) this.refuse(`has no ${missing}() in its ${what}`);
    return value;
  }

  /** A method of it that does its work before it returns, of up to five operands; what fails in it is told as its own. */
  method(inner: object, member: string): Method {
    const own = inner as Record<string, Method>;
    return (a, b, c, d, e) => {
      try {
        const answer: unknown = own[member](a, b, c, d, e);
        if (answer !== undefined) this.done(member, answer);
        return answer;
      } catch (thrown) {
        throw this.failure(member, thrown);
      }
    };
  }

  /** These methods, of those that it has. */
  methods(inner: object, ...members: string[]): Record<string, Method> {
    const there = members.filter((each) => (inner as Record<string, unknown>)[each] !== undefined);
    return Object.fromEntries(there.map((each) => [each, this.method(inner, each)]));
  }
}

/** Calls a function of a user's own that is told something, if there is one. */
export function tell<T>(
  operation: string,
  name: string,
  own: ((what: T) => unknown) | undefined,
  what: T,
): void {
  if (own !== undefined) new OwnCode(`${operation}: what was given`).method({ [name]: own }, name)(what);
}
