import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFile, packageRequire } from './package-files.ts';
import { UserError } from './user-error.ts';

/**
 * Converts the error of code that needs an optional package (a compiler). Returns a UserError that
 * names all missing packages if the package is not installed. Returns any other error unchanged.
 */
export function explainMissing(operation: string, thrown: unknown): unknown {
  const { code, message = '' } = (thrown ?? {}) as NodeJS.ErrnoException;
  // The package lacks a function that is called.
  if (thrown instanceof TypeError || thrown instanceof SyntaxError) return otherVersion(operation, thrown);
  if (code !== 'ERR_MODULE_NOT_FOUND' && code !== 'MODULE_NOT_FOUND') return thrown;
  const optional = optionalPackages();
  const name = Object.keys(optional).find((key) => message.includes(`'${key}`));
  if (name === undefined) return thrown;
  return new UserError(
    `${operation}: this needs the optional package ${name}, which is not installed. ` +
      `Install the missing packages: npm install ${absent(optional).join(' ')}`,
  );
}

/**
 * Handles a missing optional package whose name resolves to another major version, installed by the
 * surrounding project.
 */
function otherVersion(operation: string, thrown: Error): unknown {
  for (const [name, wanted] of Object.entries(optionalPackages())) {
    const installedVersion = versionOf(name);
    if (installedVersion === undefined || majorOf(installedVersion) === majorOf(wanted)) continue;
    return new UserError(
      `${operation}: this needs the package ${name} ${wanted}, but ${installedVersion} was found instead (${thrown.message}). ` +
        'Install the needed version beside it: npm install --include=optional',
      { cause: thrown },
    );
  }
  return thrown;
}

const majorOf = (version: string): string | undefined => /\d+/.exec(version)?.[0];

/** Returns the version of a package that resolves from here. */
function versionOf(name: string): string | undefined {
  const file = folderOf(name) && join(folderOf(name) as string, 'package.json');
  if (file === undefined || !existsSync(file)) return undefined;
  return (JSON.parse(readFileSync(file, 'utf8')) as { version?: string }).version;
}

function folderOf(name: string): string | undefined {
  return (packageRequire.resolve.paths('x') ?? [])
    .map((folder) => join(folder, name))
    .find((folder) => existsSync(folder));
}

/** Returns `name@version` of every optional package that does not resolve from here. */
function absent(optional: Record<string, string>): string[] {
  return Object.entries(optional)
    .filter(([name]) => folderOf(name) === undefined)
    .map(([name, version]) => `${name}@${version}`);
}

function optionalPackages(): Record<string, string> {
  const { optionalDependencies } = JSON.parse(readFileSync(packageFile('package.json'), 'utf8')) as {
    optionalDependencies: Record<string, string>;
  };
  return optionalDependencies;
}
