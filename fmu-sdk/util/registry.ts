import { isNamed } from './is-named.ts';
import { UserError } from './user-error.ts';

/**
 * Implementations of an extension point, looked up by name: `registry.named('jacobi', 'run
 * crane')`. A registry is immutable. `with` returns an extended one.
 *
 * @example
 * const valves = new Registry('valve', [{ name: 'relief', opening: 0.2 }]);
 * const more = valves.with([{ name: 'check', opening: 1 }]);
 * const { opening } = more.named('check', 'run crane');
 */
export class Registry<T extends { readonly name: string }> {
  /** Kind of the implementations, for messages: `coupling scheme`. */
  readonly what: string;
  readonly all: readonly T[];
  /**
   * Validates a custom implementation and wraps it, so that its failures are reported as failures
   * of custom code.
   */
  readonly wrapCustom: ((item: T) => T) | undefined;

  /** @throws UserError if two implementations have one name */
  constructor(what: string, all: readonly T[], wrapCustom?: (item: T) => T) {
    const names = all.map(({ name }) => name);
    const twice = names.find((name, i) => names.indexOf(name) !== i);
    if (twice !== undefined)
      throw new UserError(`register ${what} "${twice}": the name occurs twice. Rename one of them.`);
    this.what = what;
    this.all = Object.freeze([...all]);
    this.wrapCustom = wrapCustom;
  }

  with(more: readonly T[] = []): Registry<T> {
    if (!Array.isArray(more) || !more.every(isNamed))
      throw new UserError(`register ${this.what}: expected a list of values with a "name". Give one.`);
    return more.length === 0 ? this : extendRegistry(this, more);
  }

  /**
   * Returns the implementation with this name. `operation` starts the message of the UserError for
   * an unknown name.
   */
  named(name: string, operation: string): T {
    const match = this.all.find((candidate) => candidate.name === name);
    if (match !== undefined) return match;
    throw new UserError(
      `${operation}: unknown ${this.what} "${name}". Known: ${this.all.map((item) => item.name).join(', ')}. ` +
        'Choose one of them, or pass a custom one through the API.',
    );
  }
}

/** Stands outside the class, because the bundler renames a class that refers to itself by name. */
function extendRegistry<T extends { readonly name: string }>(
  known: Registry<T>,
  more: readonly T[],
): Registry<T> {
  const { what, all, wrapCustom = (item: T): T => item } = known;
  const registry = new Registry(what, [...all, ...more.map(wrapCustom)], known.wrapCustom);
  rejectSharedExtension(what, registry.all);
  return registry;
}

/** Rejects implementations that share a file extension if they are chosen by extension. */
function rejectSharedExtension(what: string, all: readonly { readonly name: string }[]): void {
  const known = new Map<string, string>();
  for (const item of all) {
    const { name, extensions = [] } = item as { name: string; extensions?: readonly string[] };
    for (const ending of new Set(extensions.map((text) => text.toLowerCase()))) {
      const other = known.get(ending);
      if (other !== undefined)
        throw new UserError(
          `register ${what} "${name}": ${ending} is also the extension of "${other}". Choose another extension for one of them.`,
        );
      known.set(ending, name);
    }
  }
}

/**
 * Returns the implementation for this file name's extension, or undefined. Ignores case and prefers
 * the longer extension (`.old.csv` over `.csv`).
 */
export function byExtension<T extends { readonly name: string; readonly extensions: readonly string[] }>(
  known: Registry<T>,
  file: string,
): T | undefined {
  const [, ...parts] = file.toLowerCase().split(/[/\\]/).at(-1)!.split('.');
  for (let k = 0; k < parts.length; k++) {
    const ending = `.${parts.slice(k).join('.')}`;
    const match = known.all.find(({ extensions }) =>
      extensions.some((extension) => extension.toLowerCase() === ending),
    );
    if (match !== undefined) return match;
  }
  return undefined;
}
