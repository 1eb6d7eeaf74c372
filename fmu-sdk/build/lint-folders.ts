import { join, resolve } from 'node:path';
import { type Finding, type LintOptions, lintUnits, type UnitDeclaration } from './lint/lint-unit.ts';
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

function declarationOf(manifest: Manifest): UnitDeclaration {
  return {
    className: className(manifest.name),
    directionalDerivatives: manifest.directionalDerivatives === true,
  };
}
