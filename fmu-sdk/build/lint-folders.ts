import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
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
  return lintUnits([...declarations.keys()], { ...options, says: declarations });
}

/** Returns warnings about units of measure in the `unit.ts` of unit folders. They fail nothing. */
export function warningsIn(units: ReadonlyMap<string, Manifest>): Finding[] {
  return [...units].flatMap(([folder, manifest]) => {
    const file = resolve(join(folder, 'unit.ts'));
    return measureWarnings(file, readFileSync(file, 'utf8'), manifest);
  });
}

function declarationOf(manifest: Manifest): UnitDeclaration {
  return {
    className: className(manifest.name),
    directionalDerivatives: manifest.directionalDerivatives === true,
  };
}
