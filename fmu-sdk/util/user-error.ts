import { mostOfMessage, printable, shortened } from './printable.ts';

/** Largest number of detail lines to show below a message. The others are counted. */
const mostDetails = 40;

/**
 * An error that the user can fix. Its message names the operation, both ends, the values with units
 * of measure and the next step. The command line prints the message without a stack and exits with
 * code 1.
 *
 * The constructor escapes unprintable characters and line ends, because messages often quote
 * external text. It shortens messages that are too long for a terminal in the middle. Additional
 * lines, indented below the message, are its `details`.
 *
 * @example
 * try {
 *   await work();
 * } catch (error) {
 *   if (!(error instanceof UserError)) throw error;
 *   console.error(error.message);
 * }
 */
export class UserError extends Error {
  override readonly name: string = 'UserError';

  constructor(message: string, options: ErrorOptions & { details?: readonly string[] } = {}) {
    const { details = [] } = options;
    const more = details.length - mostDetails;
    super(
      [
        line(message),
        ...details.slice(0, mostDetails).map((detail) => `  ${line(detail)}`),
        ...(more > 0 ? [`  … and ${more} more`] : []),
      ].join('\n'),
      options,
    );
  }

  /** Restores an error from its message after it crossed a thread. */
  static again(message: string): UserError {
    const [first, ...details] = message.split('\n');
    // A reference to the class by name would change the class's name in the bundle.
    const error = new this(first);
    // One more line counts the details that the first message omits.
    const lines = details.slice(0, mostDetails + 1).map((detail) => `  ${line(detail.replace(/^ {2}/, ''))}`);
    error.message = [error.message, ...lines].join('\n');
    return error;
  }
}

/**
 * The command and the modules it loads may use different copies of this package. An error of
 * another copy counts as a UserError, too.
 */
const brand = Symbol.for('fmukit.UserError');

function isUserError(this: unknown, thrown: unknown): boolean {
  if (this !== UserError) return Function.prototype[Symbol.hasInstance].call(this as typeof Error, thrown);
  return typeof thrown === 'object' && thrown !== null && brand in thrown;
}

Object.defineProperty(UserError.prototype, brand, { value: true });
Object.defineProperty(UserError, Symbol.hasInstance, { value: isUserError });

/** Room for the note about omitted text [characters]. */
const note = 40;

/** Limits a line to `mostOfMessage` characters, escape sequences included. */
function line(text: string): string {
  const most = mostOfMessage - note;
  return shortened(printable(shortened(text, most)), most);
}

/**
 * Returns the message of any thrown value as part of another message. The details of a UserError
 * follow on the same line.
 */
export function messageOf(thrown: unknown): string {
  if (thrown instanceof UserError) return thrown.message.replaceAll('\n', '');
  try {
    return String(thrown instanceof Error ? thrown.message : thrown);
  } catch {
    return 'the thrown value is not an Error and does not have a text form';
  }
}
