import { isNamed } from './is-named.ts';
import { UserError } from './user-error.ts';

/**
 * Implementations of one seam, by the name that a user types: `registry.named('jacobi', 'run crane')`. A registry does not
 * change; `with` gives another one that knows more.
 *
 * @example
 * const valves = new Registry('valve', [{ name: 'relief', opening: 0.2 }]);
 * const more = valves.with([{ name: 'check', opening: 1 }]);
 * const { opening } = more.named('check', 'run crane');
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
    if (!Array.isArray(more) || !more.every(isNamed))
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
  const registry = new Registry(what, [...all, ...more.map(own)], known.own);
  refuseOneEnding(what, registry.all);
  return registry;
}

/** What is chosen by the ending of a file has an ending of its own. */
function refuseOneEnding(what: string, all: readonly { readonly name: string }[]): void {
  const known = new Map<string, string>();
  for (const each of all) {
    const { name, extensions = [] } = each as { name: string; extensions?: readonly string[] };
    for (const ending of new Set(extensions.map((text) => text.toLowerCase()))) {
      const other = known.get(ending);
      if (other !== undefined)
        throw new UserError(
          `register ${what} "${name}": ${ending} is the ending of "${other}", too. Give one of them another ending.`,
        );
      known.set(ending, name);
    }
  }
}

/**
 * The one that is for files with the ending of this one, in small letters or not, and of two endings (`.old.csv`, `.csv`) the longer. Undefined
 * where none is.
 */
export function byEnding<T extends { readonly name: string; readonly extensions: readonly string[] }>(
  known: Registry<T>,
  file: string,
): T | undefined {
  const [, ...parts] = file.toLowerCase().split(/[/\\]/).at(-1)!.split('.');
  for (let k = 0; k < parts.length; k++) {
    const ending = `.${parts.slice(k).join('.')}`;
    const found = known.all.find(({ extensions }) =>
      extensions.some((each) => each.toLowerCase() === ending),
    );
    if (found !== undefined) return found;
  }
  return undefined;
}
