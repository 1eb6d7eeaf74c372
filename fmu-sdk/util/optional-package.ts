import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFile, packageRequire } from './package-files.ts';
import { UserError } from './user-error.ts';

/**
 * What became of loading code that stands on an optional package (a compiler): where that is not installed, a UserError
 * that says what to install, all of it at once, for one seldom comes alone; anything else as it was thrown.
 */
export function explainMissing(operation: string, thrown: unknown): unknown {
  const { code, message = '' } = (thrown ?? {}) as NodeJS.ErrnoException;
  // A package that has not what is called of it.
  if (thrown instanceof TypeError || thrown instanceof SyntaxError) return otherVersion(operation, thrown);
  if (code !== 'ERR_MODULE_NOT_FOUND' && code !== 'MODULE_NOT_FOUND') return thrown;
  const optional = optionalPackages();
  const name = Object.keys(optional).find((each) => message.includes(`'${each}`));
  if (name === undefined) return thrown;
  return new UserError(
    `${operation}: it needs the package ${name}, which is not installed here (optional packages were left out). ` +
      `Install what it needs: npm install ${absent(optional).join(' ')}`,
  );
}

/** Where an optional package was left out, another one of its name may be there, of the project around: of another major version. */
function otherVersion(operation: string, thrown: Error): unknown {
  for (const [name, wanted] of Object.entries(optionalPackages())) {
    const found = versionOf(name);
    if (found === undefined || majorOf(found) === majorOf(wanted)) continue;
    return new UserError(
      `${operation}: it needs the package ${name} ${wanted}, and ${found} is found in its place (${thrown.message}). ` +
        'Install what it needs beside that: npm install --include=optional',
      { cause: thrown },
    );
  }
  return thrown;
}

const majorOf = (version: string): string | undefined => /\d+/.exec(version)?.[0];

/** The version of a package that is found from here. */
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

/** `name@version` of every optional package that is not found from here. */
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
