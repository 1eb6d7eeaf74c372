import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from './error.ts';
import { packageFile, packageRequire } from './package.ts';

/**
 * What became of loading code that stands on an optional package (a compiler): where that is not installed, a UserError
 * that says what to install, all of it at once, for one seldom comes alone; anything else as it was thrown.
 */
export function explainMissing(operation: string, thrown: unknown): unknown {
  const { code, message = '' } = (thrown ?? {}) as NodeJS.ErrnoException;
  if (code !== 'ERR_MODULE_NOT_FOUND' && code !== 'MODULE_NOT_FOUND') return thrown;
  const optional = optionalPackages();
  const name = Object.keys(optional).find((each) => message.includes(`'${each}`));
  if (name === undefined) return thrown;
  return new UserError(
    `${operation}: it needs the package ${name}, which is not installed here (optional packages were left out). ` +
      `Install what it needs: npm install ${absent(optional).join(' ')}`,
  );
}

/** `name@version` of every optional package that is not found from here. */
function absent(optional: Record<string, string>): string[] {
  const folders = packageRequire.resolve.paths('x') ?? [];
  return Object.entries(optional)
    .filter(([name]) => !folders.some((folder) => existsSync(join(folder, name))))
    .map(([name, version]) => `${name}@${version}`);
}

function optionalPackages(): Record<string, string> {
  const { optionalDependencies } = JSON.parse(readFileSync(packageFile('package.json'), 'utf8')) as {
    optionalDependencies: Record<string, string>;
  };
  return optionalDependencies;
}
