import { className } from './manifest.ts';

/** Letters that the name of a unit may have. */
const longest = 64;

/** Names of the dialect that a unit's class would hide from the unit itself. */
const ofDialect: ReadonlySet<string> = new Set(['Infinity', 'Math', 'StaticArray']);

/** What keeps a name from being that of a unit, beside its spelling. */
export function nameProblem(name: string): string | undefined {
  if (name.length > longest)
    return `"${name}" has ${name.length} characters, and a unit's name has at most ${longest}. Choose a shorter one.`;
  const unit = className(name);
  if (ofDialect.has(unit))
    return `the name "${name}" makes the class ${unit}, which the language has already. Choose another.`;
  return undefined;
}
