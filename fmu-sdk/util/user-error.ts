import { mostOfMessage, printable, shortened } from './printable.ts';

/** Lines below a message that are shown; of more their number is. */
const mostDetails = 40;

/**
 * An error that a user can mend: its message names the operation, both ends, the values with units and the next
 * move. The command line prints the message alone (no stack) and exits with code 1.
 *
 * A message often quotes what came from outside. What is unprintable in it is escaped here, line ends too, and what is
 * too long for a terminal is shortened in the middle: whoever prints the message prints nothing else. Lines of its own, each
 * indented below the message, are its `details`.
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
        ...details.slice(0, mostDetails).map((each) => `  ${line(each)}`),
        ...(more > 0 ? [`  … and ${more} more`] : []),
      ].join('\n'),
      options,
    );
  }

  /** The same error again from its message, on the other side of a thread. */
  static again(message: string): UserError {
    const [first, ...details] = message.split('\n');
    // By its own name within itself, the class would have another one once it is bundled.
    return new this(first, { details: details.map((each) => each.replace(/^ {2}/, '')) });
  }
}

/** A command and the modules that it is given may have each a copy of this package: an error of the other one is a UserError too. */
const brand = Symbol.for('fmukit.UserError');

function isUserError(this: unknown, thrown: unknown): boolean {
  if (this !== UserError) return Function.prototype[Symbol.hasInstance].call(this as typeof Error, thrown);
  return typeof thrown === 'object' && thrown !== null && brand in thrown;
}

Object.defineProperty(UserError.prototype, brand, { value: true });
Object.defineProperty(UserError, Symbol.hasInstance, { value: isUserError });

/** Room for what is said of what was left out [characters]. */
const note = 40;

/** At most `mostOfMessage` characters, also where what is escaped takes more of them. */
function line(text: string): string {
  const most = mostOfMessage - note;
  return shortened(printable(shortened(text, most)), most);
}

/** The message of anything that was thrown, as part of another; details of a UserError go on in its line. */
export function messageOf(thrown: unknown): string {
  if (thrown instanceof UserError) return thrown.message.replaceAll('\n', '');
  try {
    return String(thrown instanceof Error ? thrown.message : thrown);
  } catch {
    return 'something was thrown that is no Error and has no text';
  }
}
