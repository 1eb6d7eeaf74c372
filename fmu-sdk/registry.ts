import { UserError } from './error.ts';

/**
 * Implementations of one seam, by the name that a user types: `registry.named('jacobi', 'run crane')`. A registry does not
 * change; `with` gives another one that knows more.
 */
export class Registry<T extends { readonly name: string }> {
  /** What the implementations are, in messages: `coupling scheme`. */
  readonly what: string;
  readonly all: readonly T[];
  /** What becomes of one that a user gives: it is refused where it is none, and what fails in it is told as its own. */
  readonly own: ((each: T) => T) | undefined;

  /** Throws a UserError where two have one name. */
  constructor(what: string, all: readonly T[], own?: (each: T) => T) {
    const names = all.map(({ name }) => name);
    const twice = names.find((name, i) => names.indexOf(name) !== i);
    if (twice !== undefined)
      throw new UserError(`register ${what} "${twice}": there are two of this name. Give one another name.`);
    this.what = what;
    this.all = Object.freeze([...all]);
    this.own = own;
  }

  with(more: readonly T[] = []): Registry<T> {
    if (!Array.isArray(more) || more.some((each) => typeof each?.name !== 'string'))
      throw new UserError(`register ${this.what}: give a list of values with a "name".`);
    return more.length === 0 ? this : extended(this, more);
  }

  /** The one of this name; `operation` begins the message of the UserError where there is none. */
  named(name: string, operation: string): T {
    const found = this.all.find((each) => each.name === name);
    if (found !== undefined) return found;
    throw new UserError(
      `${operation}: there is no ${this.what} "${name}". There are ${this.all.map((each) => each.name).join(', ')}; ` +
        'choose one of them, or pass your own through the API.',
    );
  }
}

/** Out of the class, whose name would be another in the package if it said it within itself. */
function extended<T extends { readonly name: string }>(known: Registry<T>, more: readonly T[]): Registry<T> {
  const { what, all, own = (each: T): T => each } = known;
  return new Registry(what, [...all, ...more.map(own)], known.own);
}

/**
 * The one that is for files with the ending of this one, in small letters or not, and of two endings (`.old.csv`, `.csv`) the longer. Undefined
 * where none is. `operation` begins the message of the UserError where two are: which of them is meant, nobody has said.
 */
export function byEnding<T extends { readonly name: string; readonly extensions: readonly string[] }>(
  known: Registry<T>,
  file: string,
  operation: string,
): T | undefined {
  const [, ...parts] = file.toLowerCase().split(/[/\\]/).at(-1)!.split('.');
  for (let k = 0; k < parts.length; k++) {
    const ending = `.${parts.slice(k).join('.')}`;
    const found = known.all.filter(({ extensions }) =>
      extensions.some((each) => each.toLowerCase() === ending),
    );
    if (found.length === 1) return found[0];
    const names = found.map(({ name }) => `"${name}"`).join(' and ');
    if (found.length > 1)
      throw new UserError(
        `${operation}: ${ending} is the ending of more than one ${known.what}: ${names}. Give one of them another ending.`,
      );
  }
  return undefined;
}
