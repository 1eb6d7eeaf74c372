import { printableName, someNames } from '../../util/printable.ts';
import { UserError } from '../../util/user-error.ts';
import type { Recipe } from './library-recipe.ts';

/**
 * Compiler options that only change the generated code. They cannot load a plugin, start another
 * program, or read or write a file of their choice.
 */
const harmless =
  /^-(std=[\w+]+|O[0-3sgz]?|g[0-3]?|pthread|ansi|pedantic|W(?!l,|p,|a,)[\w=+-]*|f(?!.*(plugin|dump|profile|instrument))[\w=+-]+|m[\w=+.-]+|[DU][A-Za-z_]\w*(=[^\s]*)?)$/;

/** Rejects unsafe requests of an FMU's build description. `sources`: paths below `sources/`. */
export function rejectUnsafeFlags(
  file: string,
  sources: ReadonlyMap<string, unknown>,
  { modelIdentifier, sets }: Recipe,
): void {
  const refuse = (what: string): never => {
    throw new UserError(`port ${file}: ${what}`);
  };
  if (!/^[\p{L}_][\p{L}\p{N}_.+-]*$/u.test(modelIdentifier))
    refuse(
      `expected a C identifier as modelIdentifier, which names the library, got ${printableName(modelIdentifier)}. Ask the author for another FMU.`,
    );
  for (const set of sets) {
    for (const { name } of set.files)
      if (!sources.has(name))
        refuse(
          `sources/${printableName(name)} is to be compiled, but the FMU lacks it. It has ${someNames([...sources.keys()])}. Name its sources with --source.`,
        );
    for (const { name } of set.includeDirectories)
      if (!/^[^/\\]/.test(name) || name.split(/[/\\]/).includes('..'))
        refuse(
          `the include directory ${printableName(name)} is not below sources/. Ask the author for another FMU.`,
        );
    for (const { name, value = '' } of set.definitions)
      if (!/^[A-Za-z_]\w*$/.test(name) || /[\n\0]/.test(value))
        refuse(
          `expected a definition for the C preprocessor, got ${printableName(`${name}=${value}`)}. Ask the author for another FMU.`,
        );
    for (const option of set.compilerOptions?.split(/\s+/) ?? [])
      if (option !== '' && !harmless.test(option))
        refuse(
          `its compilerOptions ask for ${printableName(option)}, which may do more than compile. Accepted are -std, -O, -g, -f…, -m…, -W…, -D and -U. Compile it by hand if you trust its author.`,
        );
  }
}
