import { join, resolve } from 'node:path';
import { readSource } from '../util/regular-file.ts';
import { UserError } from '../util/user-error.ts';
import { type Finding, type LintOptions, lintUnits, type UnitDeclaration } from './lint/lint-unit.ts';
import { measureWarnings } from './lint/measures/measure-warnings.ts';
import { className, type Manifest } from './manifest/manifest.ts';

/** Lints unit folders with their `unit.json`. Their `variables.ts` must exist. */
export function lintFolders(
  units: ReadonlyMap<string, Manifest>,
  options: Omit<LintOptions, 'says'> = {},
): Finding[] {
  const entry = (folder: string): string => resolve(join(folder, 'unit.ts'));
  const declarations = new Map(
    [...units].map(([folder, manifest]) => [entry(folder), declarationOf(manifest)]),
  );
  const files = [...declarations.keys()];
  return withoutOverflow(files.join(', '), () => lintUnits(files, { ...options, says: declarations }));
}

/** Returns warnings about units of measure in the `unit.ts` of unit folders. They fail nothing. */
export function warningsIn(units: ReadonlyMap<string, Manifest>): Finding[] {
  return [...units].flatMap(([folder, manifest]) => {
    const file = resolve(join(folder, 'unit.ts'));
    return withoutOverflow(file, () => measureWarnings(file, readSource(file), manifest));
  });
}

/** Explains the error of a source whose parts are nested too deeply for the parser. */
function withoutOverflow<Result>(files: string, lint: () => Result): Result {
  try {
    return lint();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new UserError(
      `lint ${files}: expected expressions and blocks of usual depth, got some that are nested too deeply to read. Split them.`,
    );
  }
}

function declarationOf(manifest: Manifest): UnitDeclaration {
  return {
    className: className(manifest.name),
    directionalDerivatives: manifest.directionalDerivatives === true,
  };
}
