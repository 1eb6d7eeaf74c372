import { printableName, someNames } from '../../util/printable.ts';
import { UserError } from '../../util/user-error.ts';
import type { Recipe } from './library-recipe.ts';

/**
 * Options of a compiler that change what it makes of sources, and nothing else: none that loads a plugin, starts another
 * program, or reads or writes a file of its own choice.
 */
const harmless =
  /^-(std=[\w+]+|O[0-3sgz]?|g[0-3]?|pthread|ansi|pedantic|W(?!l,|p,|a,)[\w=+-]*|f(?!.*(plugin|dump|profile|instrument))[\w=+-]+|m[\w=+.-]+|[DU][A-Za-z_]\w*(=[^\s]*)?)$/;

/** Refuses what a unit's build description has no business to ask for. `sources`: paths below `sources/`. */
export function refuseStrange(
  file: string,
  sources: ReadonlyMap<string, unknown>,
  { modelIdentifier, sets }: Recipe,
): void {
  const refuse = (what: string): never => {
    throw new UserError(`port ${file}: ${what}`);
  };
  if (!/^[\p{L}_][\p{L}\p{N}_.+-]*$/u.test(modelIdentifier))
    refuse(
      `its modelIdentifier ${printableName(modelIdentifier)} is no name of a file, and its library would be called so. The standard wants a name as C has them. Ask its author for another unit.`,
    );
  for (const set of sets) {
    for (const { name } of set.files)
      if (!sources.has(name))
        refuse(
          `sources/${printableName(name)} is to be compiled and is not in the unit. It has ${someNames([...sources.keys()])}. Name its sources with --source.`,
        );
    for (const { name } of set.includeDirectories)
      if (!/^[^/\\]/.test(name) || name.split(/[/\\]/).includes('..'))
        refuse(
          `the include directory ${printableName(name)} is not below sources/. Ask its author for another unit.`,
        );
    for (const { name, value = '' } of set.definitions)
      if (!/^[A-Za-z_]\w*$/.test(name) || /[\n\0]/.test(value))
        refuse(`the definition ${printableName(`${name}=${value}`)} is none of the preprocessor of C.`);
    for (const option of set.compilerOptions?.split(/\s+/) ?? [])
      if (option !== '' && !harmless.test(option))
        refuse(
          `its compilerOptions ask for ${printableName(option)}, which may do more than compile. Taken are -std, -O, -g, -f…, -m…, -W…, -D and -U. Compile it by hand if you trust its author.`,
        );
  }
}
