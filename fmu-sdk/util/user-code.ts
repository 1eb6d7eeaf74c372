import { DifferentStateError, type Stateful } from './state/stateful.ts';
import { messageOf, UserError } from './user-error.ts';

/** An error thrown by custom code, which is its `cause`. */
export class UserCodeError extends UserError {}

/** Any method. */
// biome-ignore lint/suspicious/noExplicitAny: whose member it becomes knows what it takes and gives.
type Method = (...operands: any[]) => any;

const never = (): boolean => false;

/** Custom code as messages name it: `run chain: the observer "area"`. */
export class UserCode {
  /**
   * @param passesThrough reports whether a thrown value came from elsewhere and passes through unchanged
   */
  constructor(
    private readonly words: string,
    private readonly passesThrough: (thrown: unknown) => boolean = never,
  ) {}

  /**
   * Wraps an error thrown in a member as a failure of this code. A UserError of the code keeps its
   * message.
   */
  failure(member: string, thrown: unknown): unknown {
    if (thrown instanceof UserError || thrown instanceof DifferentStateError || this.passesThrough(thrown))
      return thrown;
    return new UserCodeError(
      `${this.words} failed in ${member}: ${messageOf(thrown)}. Correct the code, or remove it.`,
      { cause: thrown },
    );
  }

  refuse(what: string): never {
    throw new UserError(`${this.words} ${what}. Correct the code, or remove it.`);
  }

  /**
   * Rejects a promise, because the caller does not wait for it. Handles its rejection, which would
   * end the process.
   */
  requireSynchronous(member: string, answer: unknown): void {
    const promise = answer as PromiseLike<unknown> | null | undefined;
    if (typeof promise?.then !== 'function') return;
    promise.then(undefined, () => {});
    this.refuse(`has an async ${member}, but the call must be synchronous`);
  }

  /** Returns the value, or rejects it if it is missing or lacks one of these functions. */
  requireMembers<T>(what: string, value: T, ...functions: string[]): T {
    if (typeof value !== 'object' || value === null) this.refuse(`lacks a valid ${what}`);
    const missing = functions.find(
      (candidate) => typeof (value as Record<string, unknown>)[candidate] !== 'function',
    );
    if (missing !== undefined) this.refuse(`lacks ${missing}() in its ${what}`);
    return value;
  }

  /**
   * Wraps a synchronous method of up to five arguments, so that its failures are reported as
   * failures of this code.
   */
  method(inner: object, member: string): Method {
    const target = inner as Record<string, Method>;
    return (a, b, c, d, e) => {
      try {
        const answer: unknown = target[member](a, b, c, d, e);
        if (answer !== undefined) this.requireSynchronous(member, answer);
        return answer;
      } catch (thrown) {
        throw this.failure(member, thrown);
      }
    };
  }

  /** Returns the `visitState` of custom code, or a function that refuses code without it. */
  stateOf(inner: Partial<Stateful>): Stateful['visitState'] {
    if (inner.visitState !== undefined) return this.method(inner, 'visitState');
    return () => this.refuse('lacks visitState(), which checkpoints and steps back need');
  }

  /** Wraps the methods with these names that exist. */
  methods(inner: object, ...members: string[]): Record<string, Method> {
    const presentMembers = members.filter(
      (member) => (inner as Record<string, unknown>)[member] !== undefined,
    );
    return Object.fromEntries(presentMembers.map((text) => [text, this.method(inner, text)]));
  }
}

/** Calls a custom callback, if there is one. */
export function callUserCallback<T>(
  operation: string,
  name: string,
  callback: ((what: T) => unknown) | undefined,
  what: T,
): void {
  if (callback !== undefined)
    new UserCode(`${operation}: the given callback`).method({ [name]: callback }, name)(what);
}
